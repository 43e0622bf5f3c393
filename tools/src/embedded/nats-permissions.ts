import { type ProcessName, PROCESSES, type ServiceName, SERVICES, snakeCase } from '../services';

export interface NatsPermissions {
  publish: string[];
  subscribe: string[];
}

/** The prefix of the subjects on which a process receives the answers to its requests. */
export function inboxPrefix(name: ProcessName): string {
  return `_INBOX_${snakeCase(name)}`;
}

/** The JetStream stream that holds the events of a service, subjects `event.<service>.>`. */
export function eventStream(service: ServiceName): string {
  return `EVENTS_${snakeCase(service).toUpperCase()}`;
}

/**
 * What the NATS user of a process may publish and subscribe; everything else is denied. The gateway asks and is never
 * asked. A service answers for itself alone, so that no other service can pose as it, and publishes no events but its own.
 * Replies are granted by inbox rather than by `allow_responses`, which would let a requester name any subject for its answer.
 */
export function natsPermissions(name: ProcessName): NatsPermissions {
  if (name === 'gateway') return { publish: ['rpc.*.>'], subscribe: [`${inboxPrefix(name)}.>`] };
  return {
    publish: [
      'rpc.*.>',
      ...PROCESSES.map((caller) => `${inboxPrefix(caller)}.>`),
      `event.${name}.>`,
      ...ownStream(eventStream(name)),
      ...SERVICES.flatMap((producer) => consumersOn(eventStream(producer))),
    ],
    subscribe: [`rpc.${name}.>`, `${inboxPrefix(name)}.>`],
  };
}

function ownStream(stream: string): string[] {
  return ['INFO', 'STREAM.NAMES', ...['CREATE', 'UPDATE', 'INFO'].map((verb) => `STREAM.${verb}.${stream}`)].map(api);
}

function consumersOn(stream: string): string[] {
  return [
    ...['STREAM.INFO', 'CONSUMER.NAMES', 'CONSUMER.LIST'].map((verb) => api(`${verb}.${stream}`)),
    // After the consumer's name CREATE may carry its filter subject.
    ...['CREATE', 'DURABLE.CREATE', 'INFO', 'DELETE', 'MSG.NEXT'].map((verb) => api(`CONSUMER.${verb}.${stream}.>`)),
    `$JS.ACK.${stream}.>`,
  ];
}

function api(subject: string): string {
  return `$JS.API.${subject}`;
}
