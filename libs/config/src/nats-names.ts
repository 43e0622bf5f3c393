import { variablePrefix } from './environment';

/**
 * The prefix of the subjects on which a process receives the answers to its requests: its NATS user may subscribe to no other
 * inbox.
 */
export const inboxPrefix = (process: string): string => `_INBOX_${process.replaceAll('-', '_')}`;

/** Whether the platform answers to this subject: to inboxes alone, so that no request can have its answer published as an event. */
export const isInbox = (subject: string | undefined): subject is string =>
  subject !== undefined && /^_INBOX_[a-z_]+\.[\w.]+$/.test(subject);

/** The JetStream stream that holds the events of a service, subjects `event.<service>.>`. */
export const eventStream = (service: string): string => `EVENTS_${variablePrefix(service)}`;
