import type { ServiceName } from './services';
import { eventPayloads } from './event-payloads';
import type { Schema } from './schema';

/** One kind of event: `<service>.<noun>.<past tense>`, published under `event.<type>`. */
export interface EventType<T = unknown> {
  type: string;
  service: ServiceName;
  subject: string;
  /** Types only. */
  readonly payload?: T;
}

/** The fields of an event that its service sets. */
export interface EventContent<T = unknown> {
  organization: string | null;
  /** The object that changed, and its version after the change: consumers that keep a copy drop older versions. */
  aggregate: string;
  version: number;
  /** The user who caused it if that is not the caller, such as the user of a job. */
  actor?: string;
  payload: T;
}

/** An event that is not stored yet. */
export interface NewEvent<T = unknown> extends EventContent<T> {
  kind: EventType<T>;
}

/** Creates the events of one kind. Consumers name the kind by it, too. */
export interface EventCreator<T = unknown> extends EventType<T> {
  (content: EventContent<T>): NewEvent<T>;
}

/** An event as it is stored in the outbox and sent. */
export interface EventEnvelope<T = unknown> extends EventContent<T> {
  /** UUIDv7; the same for every delivery. */
  id: string;
  type: string;
  /** ISO 8601. */
  occurredAt: string;
  /** The user who caused it; empty without one. */
  actor: string;
  requestId: string;
  /** W3C trace context of the request that caused it, where that was traced. */
  traceparent?: string;
}

export function event<T>(service: ServiceName, name: `${string}.${string}`): EventCreator<T> {
  const type = `${service}.${name}`;
  const kind: EventCreator<T> = Object.assign((content: EventContent<T>) => ({ kind, ...content }), {
    type,
    service,
    subject: `event.${type}`,
  });
  return kind;
}

/** The row after a change that raises its version, for events of rows that are not loaded again. */
export const raiseVersion = <T extends { version: number }>(row: T): T => ({ ...row, version: row.version + 1 });

/** The entry of a mutation in the audit log. `action` is the operationId. */
export interface AuditRecord {
  action: string;
  organization: string | null;
  actor: string;
  token: string;
  target: { type: string; id: string };
  /** The path's ids, so that the objects are known even after deletion, and other details of the action. */
  params: Record<string, string>;
}

export const auditRecorded = (service: ServiceName) => event<AuditRecord>(service, 'audit.recorded');

/** The event of an entry of the audit log. It is about the target unless `aggregate` names another object. */
export const auditEvent = (
  service: ServiceName,
  record: AuditRecord,
  { version, aggregate = record.target.id }: { version: number; aggregate?: string },
): NewEvent<AuditRecord> =>
  auditRecorded(service)({ organization: record.organization, aggregate, version, payload: record });

const text: Schema = { type: 'string' };

const auditPayload: Schema = {
  type: 'object',
  properties: {
    action: text,
    organization: { type: ['string', 'null'] },
    actor: text,
    token: text,
    target: { type: 'object', properties: { type: text, id: text }, required: ['type', 'id'] },
    params: { type: 'object', additionalProperties: text },
  },
  required: ['action', 'organization', 'actor', 'token', 'target', 'params'],
};

/** The schema of the payload of an incoming event; undefined for types that the contracts do not have. */
export const payloadSchemaOf = (type: string): Schema | undefined =>
  type.endsWith('.audit.recorded') ? auditPayload : eventPayloads[type];
