import { maxJsonDepth, nestsTooDeep, services, type Principal } from '@bindery/contracts';
import { asMap, type Envelope } from '../wire/wire';
import { compiled } from './compiled';
import { MalformedMessage } from '../wire/malformed';

/** How many services a request may pass: gateway to owner to helper. */
export const maxHops = 3;

const id = { type: 'string', maxLength: 200 };
const ids = { type: 'array', items: id };
const printable = { type: 'string', pattern: '^[\\x21-\\x7e]{0,255}$' };

const membership = {
  type: 'object',
  required: ['role', 'teams'],
  properties: {
    role: { type: ['string', 'null'], maxLength: 20 },
    teams: { type: 'object', additionalProperties: { enum: ['owner', 'member'] } },
    mergeRulesVersion: { type: 'integer', minimum: 0 },
  },
};

const visit = {
  type: 'object',
  required: ['organization', 'site', 'spaces', 'claims', 'issuedAt'],
  properties: { organization: id, site: id, spaces: ids, claims: { type: 'object' }, issuedAt: id },
};

const integration = {
  type: 'object',
  required: ['id', 'name', 'scopes', 'spaces', 'sites'],
  properties: {
    id,
    name: id,
    installation: id,
    scopes: ids,
    spaces: { ...ids, type: ['array', 'null'] },
    sites: { ...ids, type: ['array', 'null'] },
  },
};

const when = (kinds: string[], needed: string) => ({
  if: { properties: { kind: { enum: kinds } } },
  then: { required: [needed] },
});

/** Fields that a later version adds pass: during an upgrade both versions talk to each other. */
const principal = {
  type: 'object',
  required: ['kind', 'user', 'token', 'organizations'],
  properties: {
    kind: { enum: ['user', 'integration', 'installation', 'visitor', 'anonymous'] },
    user: id,
    token: id,
    organizations: { type: 'object', additionalProperties: membership },
    visit,
    integration,
    scopes: ids,
    agent: id,
    shareKey: { type: 'string', maxLength: 1_000 },
    service: { enum: services },
  },
  allOf: [when(['visitor'], 'visit'), when(['integration', 'installation'], 'integration')],
};

const nothing = { type: 'object', maxProperties: 0 };

/** The principals that each service may return for a token: only identity makes users. */
const principalOf = {
  user: { kind: { const: 'user' } },
  visitor: { kind: { const: 'visitor' }, user: { const: '' }, organizations: nothing },
  integration: {
    kind: { enum: ['integration', 'installation'] },
    organizations: { type: 'object', maxProperties: 1 },
  },
};

export type PrincipalSource = keyof typeof principalOf;

const principalChecks = new Map(
  Object.entries(principalOf).map(([source, properties]) => [
    source,
    compiled({ allOf: [principal, { properties }], not: { required: ['service'] } }),
  ]),
);

/** Reads the principal of a token from a service's answer. Throws `MalformedMessage` for one that the service may not answer. */
export function readPrincipal(value: unknown, source: PrincipalSource): Principal {
  const fault = principalChecks.get(source)!(value);
  if (fault) throw new MalformedMessage('reply', `the principal: ${fault}`);
  return value as Principal;
}

const stopId = /^[0-9a-f-]{36}$/;

/** Whether a text may name a request that is to be stopped. */
export const isStopId = (text: string): boolean => stopId.test(text);

const checkEnvelope = compiled({
  type: 'object',
  required: ['requestId', 'deadline', 'hops', 'principal', 'params'],
  properties: {
    requestId: printable,
    deadline: { type: 'number', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    hops: { type: 'integer', minimum: 1, maximum: maxHops },
    idempotencyKey: { type: 'string', pattern: '^[\\x20-\\x7e]{1,255}$' },
    ifMatch: { type: 'array', items: { type: 'string', maxLength: 1_000 }, maxItems: 1_000 },
    principal,
    params: { type: 'object', maxProperties: 20, additionalProperties: { type: 'string', maxLength: 8_192 } },
    query: { type: 'object' },
    // The only place where the gateway keeps bodies: no other file can be named.
    bodyRef: { type: 'string', pattern: '^bodies/([a-z-]{1,30}/)?[A-Za-z0-9-]{1,100}$' },
    bodyHash: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    grant: { type: 'string', pattern: '^\\d{13}\\.[a-z+-]{1,200}\\.[\\w-]{86}$' },
    traceparent: { type: 'string', maxLength: 200 },
    stopId: { type: 'string', pattern: stopId.source },
  },
});

/** Reads a request that has arrived. Throws `MalformedMessage` for everything that is none. */
export function readRequest(json: string): Envelope {
  if (nestsTooDeep(json)) throw new MalformedMessage('request', `it nests deeper than ${maxJsonDepth} levels`);
  const envelope = parseJson(json) as Envelope;
  const fault = checkEnvelope(envelope);
  if (fault) throw new MalformedMessage('request', fault);
  const { organizations } = envelope.principal;
  envelope.principal.organizations = asMap(organizations);
  for (const one of Object.values(organizations)) one.teams = asMap(one.teams);
  return envelope;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new MalformedMessage('request', 'it is not JSON');
  }
}

const checkIds = compiled({
  type: 'array',
  maxItems: 100_000,
  items: { type: 'string', maxLength: 1_000, pattern: '^[^\\u0000]*$' },
});

/** The requested ids of a batch. Throws `MalformedMessage` for a body that is no list of them. */
export function readIds(body: unknown): string[] {
  const fault = checkIds(body);
  if (fault) throw new MalformedMessage('request', `body: ${fault}`);
  return body as string[];
}
