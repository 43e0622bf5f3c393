import { gzipSync } from 'node:zlib';
import fc, { type Arbitrary } from 'fast-check';
import { headers as newHeaders, type MsgHdrs } from 'nats';
import { allBatches, allEndpoints, allInternal, pathNames } from '@bindery/contracts';

/** One message of a hostile sender, and what was done to it. */
export interface HostileMessage {
  how: string;
  data: Uint8Array;
  headers?: MsgHdrs;
}

interface Subject {
  subject: string;
  /** The names of the path's parameters. */
  names: string[];
}

/** Every subject that a service answers. */
export const subjects: readonly Subject[] = [
  ...[...allEndpoints(), ...allInternal()].map(({ subject, path }) => ({
    subject,
    names: pathNames(path),
  })),
  ...allBatches().map(({ subject }) => ({ subject, names: [] })),
];

/** Milliseconds until which a sender waits. */
export const patience = 9_000;

/** A request as the gateway would send it, of an unknown user. */
const envelopeOf = ({ names }: Subject) => ({
  requestId: 'hostile',
  deadline: Date.now() + patience - 1_000,
  hops: 1,
  principal: {
    ...{ kind: 'user', user: 'nobody', token: 'none' },
    organizations: { organization: { role: 'admin', teams: { team: 'owner' } } },
  },
  params: Object.fromEntries(names.map((name) => [name, 'unknown'])),
  query: {},
  body: {},
});

const anyJson = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(null, '', 0, -1, 1e308, [], {}, [[]], true, '\0', '__proto__', '\ud800', 'x'.repeat(5_000)),
);

const places = [
  ['requestId'],
  ['deadline'],
  ['hops'],
  ['principal'],
  ['principal', 'kind'],
  ['principal', 'user'],
  ['principal', 'token'],
  ['principal', 'organizations'],
  ['principal', 'organizations', 'organization'],
  ['principal', 'organizations', 'organization', 'role'],
  ['principal', 'organizations', 'organization', 'teams'],
  ['principal', 'visit'],
  ['principal', 'integration'],
  ['params'],
  ['params', 'organizationId'],
  ['query'],
  ['body'],
  ['bodyRef'],
  ['idempotencyKey'],
  ['ifMatch'],
  ['traceparent'],
];

type Plain = Record<string, unknown>;

const isPlain = (value: unknown): boolean => typeof value === 'object' && value !== null;

function put(envelope: Plain, place: readonly string[], value: unknown): void {
  // An earlier fault may have put something else where an object would be.
  const inner = (at: Plain, name: string) => (isPlain(at[name]) ? at[name] : (at[name] = {})) as Plain;
  const holder = place.slice(0, -1).reduce(inner, envelope);
  if (value === undefined) delete holder[place.at(-1)!];
  else holder[place.at(-1)!] = value;
}

/** Signs JSON as a process of the platform that was taken over. */
export type Sign = (subject: string, json: string) => Buffer;

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

const wrongTyped = (subject: Subject): Arbitrary<HostileMessage> =>
  fc
    .array(fc.tuple(fc.constantFrom(...places), fc.option(anyJson, { nil: undefined })), { minLength: 1, maxLength: 3 })
    .map((faults) => {
      const envelope: Plain = envelopeOf(subject);
      // A value of its own each time: the same object twice could hold itself.
      for (const [place, value] of faults) put(envelope, place, structuredClone(value));
      return {
        how: `with other values at ${faults.map(([place]) => place.join('.')).join(', ')}`,
        data: json(envelope),
      };
    });

const truncated = (subject: Subject): Arbitrary<HostileMessage> =>
  fc.integer({ min: 0, max: 400 }).map((length) => ({
    how: `cut after ${length} bytes`,
    // At least its last byte is missing: the whole would be a request like any other.
    data: json(envelopeOf(subject)).subarray(0, -1).subarray(0, length),
  }));

const notJson: Arbitrary<HostileMessage> = fc
  .oneof(
    fc.uint8Array({ maxLength: 300 }),
    anyJson.map(json),
    fc
      .constantFrom('', '{', '[', 'null', '{}{}', '\0', '{"principal":', '"\\u', '{"a":1e999}')
      .map((text) => Buffer.from(text)),
  )
  .map((data) => ({ how: 'of any bytes', data }));

const oversized = (subject: Subject): Arbitrary<HostileMessage> =>
  fc
    .tuple(fc.constantFrom(...places, ['unknown']), fc.constantFrom('text', 'list', 'map', 'depth'), fc.nat(3))
    .map(([place, shape, size]) => {
      const many = 10_000 * (size + 1);
      const envelope: Plain = envelopeOf(subject);
      if (shape === 'text') put(envelope, place, 'x'.repeat(40 * many));
      if (shape === 'list') put(envelope, place, new Array(many).fill('x'));
      if (shape === 'map')
        put(envelope, place, Object.fromEntries(Array.from({ length: many }, (_, at) => [`k${at}`, 'v'])));
      if (shape !== 'depth') return { how: `with much at ${place.join('.')}`, data: json(envelope) };
      put(envelope, place, 'DEPTH');
      const text = JSON.stringify(envelope).replace('"DEPTH"', '['.repeat(many) + ']'.repeat(many));
      return { how: `deep at ${place.join('.')}`, data: Buffer.from(text) };
    });

const withHeaders = (subject: Subject, sign: Sign): Arbitrary<HostileMessage> =>
  fc
    .tuple(
      fc.constantFrom('Bnd-Encoding', 'Bnd-Status', 'Bnd-Chunks', 'Bnd-Rest', 'Nats-Msg-Id', 'Traceparent'),
      fc.constantFrom('gzip', 'br', '', '-1', 'x'.repeat(2_000), '1e9'),
      fc.constantFrom('plain', 'packed', 'bomb', 'cut'),
    )
    .map(([name, value, content]) => {
      const headers = newHeaders();
      headers.set(name, value);
      const plain = sign(subject.subject, JSON.stringify(envelopeOf(subject)));
      const packed = gzipSync(content === 'bomb' ? Buffer.alloc(40 * 1024 * 1024) : plain);
      const data = content === 'plain' ? plain : content === 'cut' ? packed.subarray(0, packed.length - 9) : packed;
      return { how: `${content}, with the header ${name}: ${value.slice(0, 10)}`, data, headers };
    });

/** The messages of a hostile sender to a subject: most of it signed, as by a process that was taken over. */
export const hostileMessages = (subject: Subject, sign: Sign): Arbitrary<HostileMessage> =>
  fc.oneof(
    ...[
      { weight: 5, arbitrary: wrongTyped(subject) },
      { weight: 2, arbitrary: truncated(subject) },
      { weight: 2, arbitrary: notJson },
      { weight: 1, arbitrary: oversized(subject) },
    ].map(({ weight, arbitrary }) => ({ weight, arbitrary: mostlySigned(subject, arbitrary, sign) })),
    { weight: 1, arbitrary: withHeaders(subject, sign) },
  );

function mostlySigned(
  { subject }: Subject,
  messages: Arbitrary<HostileMessage>,
  sign: Sign,
): Arbitrary<HostileMessage> {
  return fc.tuple(messages, fc.integer({ min: 1, max: 10 })).map(([message, share]) => {
    if (share === 1) return message;
    const text = Buffer.from(message.data).toString();
    // The signature is the last field of an object, after any other fields.
    return { how: `signed, ${message.how}`, data: sign(subject, text.endsWith('}') ? text : `${text}}`) };
  });
}
