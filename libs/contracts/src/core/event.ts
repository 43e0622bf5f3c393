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

/** An event as it is stored in the outbox and sent. */
export interface EventEnvelope<T = unknown> {
  /** UUIDv7; the same for every delivery. */
  id: string;
  type: string;
  /** ISO 8601. */
  occurredAt: string;
  organization: string | null;
  /** The object that changed, and the version it has now: consumers that keep a copy drop older versions. */
  aggregate: string;
  version: number;
  /** The user who caused it; empty without one. */
  actor: string;
  requestId: string;
  /** W3C trace context of the request that caused it, where that was traced. */
  traceparent?: string;
  payload: T;
}

export function event<T>(service: ServiceName, name: `${string}.${string}`): EventType<T> {
  const type = `${service}.${name}`;
  return { type, service, subject: `event.${type}` };
}

/** The entry of a mutation in the audit log. `action` is the operationId. */
export interface AuditRecord {
  action: string;
  organization: string | null;
  actor: string;
  token: string;
  target: { type: string; id: string };
  /** The path's ids, so that the objects are known even after deletion. */
  params: Record<string, string>;
}

export const auditRecorded = (service: ServiceName) => event<AuditRecord>(service, 'audit.recorded');

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
