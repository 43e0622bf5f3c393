import { payloadSchemaOf, type EventEnvelope, type EventType } from '@bindery/contracts';
import { compiled } from './compiled';
import { MalformedMessage } from '../wire/malformed';

const text = { type: 'string', maxLength: 200, pattern: '^[^\\u0000]*$' };

const schemaOf = (type: string) => ({
  type: 'object',
  required: ['id', 'type', 'occurredAt', 'organization', 'aggregate', 'version', 'actor', 'requestId', 'payload'],
  properties: {
    id: { type: 'string', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' },
    type: { const: type },
    occurredAt: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,6})?Z$' },
    organization: { ...text, type: ['string', 'null'] },
    aggregate: text,
    version: { type: 'integer' },
    actor: text,
    requestId: text,
    traceparent: text,
    payload: payloadSchemaOf(type) ?? { type: 'object' },
  },
});

const checks = new Map<string, (value: unknown) => string | undefined>();

/** Reads an event of a type that has arrived. Throws `MalformedMessage` for everything that is none. */
export function readEvent({ type }: EventType, data: Uint8Array): EventEnvelope {
  let check = checks.get(type);
  if (!check) checks.set(type, (check = compiled(schemaOf(type))));
  let event: unknown;
  try {
    event = JSON.parse(Buffer.from(data.buffer, data.byteOffset, data.length).toString());
  } catch {
    throw new MalformedMessage('event', 'it is not JSON');
  }
  const fault = check(event);
  if (fault) throw new MalformedMessage('event', fault);
  return event as EventEnvelope;
}
