import { branches, payloadSchemaOf, subjectsBefore, type Schema } from '@bindery/contracts';
import { PROCESSES } from '@bindery/launcher';
import { arrivingPayloads } from './arriving-payloads';
import { breakingChanges } from './breaking-changes';
import { type Contracts, contractsToRelease, currentContracts, formatContracts, releasedContracts } from './snapshot';

const now = currentContracts();

it('breaks nothing that the last release has', () => {
  expect(breakingChanges(releasedContracts(), now)).toEqual([]);
  expect(Object.keys(releasedContracts().operations).length).toBeGreaterThan(300);
  expect(Object.keys(releasedContracts().events).length).toBeGreaterThan(40);
});

it('releases every operation, except those that only the release before calls', () => {
  const kept = contractsToRelease().operations;
  const former = PROCESSES.flatMap((name) => subjectsBefore(name));
  const left = Object.entries(now.operations).filter(([name]) => !(name in kept));
  for (const [, { subject }] of left) expect(former).toContain(subject);
});

it('leaves an operation out with its schemas', () => {
  const { operations, schemas } = currentContracts((subject) => subject !== branches.locateComment.subject);
  expect(Object.keys(now.operations).filter((name) => !(name in operations))).toEqual(['locateComment']);
  expect(schemas).not.toHaveProperty('LocatedComment');
});

it('reads what events hold from their types', () => {
  expect(now.events['content.access.updated']).toMatchObject({
    type: 'object',
    required: expect.any(Array) as unknown,
  });
  expect(now.events['change-requests.review.submitted']).toEqual({
    type: 'object',
    properties: {
      space: { type: 'string' },
      changeRequest: { type: 'string' },
      review: { type: 'string' },
      reviewer: { type: 'string' },
      status: { type: 'string', enum: ['approved', 'changes-requested'] },
    },
    required: ['space', 'changeRequest', 'review', 'reviewer', 'status'],
  });
});

it('checks events that arrive by their types, of which `npm run contracts -- --events` writes the file', () => {
  const { events } = releasedContracts();
  for (const [type, schema] of Object.entries(arrivingPayloads(now.events, events)))
    expect([type, payloadSchemaOf(type)]).toEqual([type, schema]);
});

it('takes events of another version: new fields may be absent, and values be others', () => {
  const [before, after] = [{ a: { type: 'string' } }, { a: { type: 'string', enum: ['x'] }, b: { type: 'number' } }];
  const made = (properties: object): Schema =>
    ({ type: 'object', properties, required: Object.keys(properties) }) as Schema;
  expect(arrivingPayloads({ 'sites.thing.made': made(after) }, { 'sites.thing.made': made(before) })).toEqual({
    'sites.thing.made': { ...made({ a: { type: 'string' }, b: { type: 'number' } }), required: ['a'] },
  });
});

it('writes what it reads', () => {
  expect(JSON.parse(formatContracts(now))).toEqual(now);
});

/** A small interface: one operation that takes and answers a thing, which holds others of its kind. */
const released: Contracts = {
  operations: {
    makeThing: {
      subject: 'rpc.content.makeThing',
      route: 'POST /things',
      status: 200,
      anonymous: true,
      query: 'Query',
      body: 'Thing',
      returns: 'Thing',
    },
    getNothing: { subject: 'rpc.content.getNothing', route: 'GET /nothing', status: 204 },
  },
  events: {
    'content.thing.made': {
      type: 'object',
      properties: { thing: { type: 'string' }, from: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
      required: ['thing', 'from'],
    },
  },
  schemas: {
    Query: { type: 'object', properties: { limit: { type: 'integer', maximum: 100 } }, required: [] },
    Thing: {
      type: 'object',
      properties: {
        title: { type: 'string', maxLength: 10 },
        kind: { type: 'string', enum: ['a', 'b'] },
        note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        parts: { type: 'array', items: { anyOf: [{ $ref: 'Thing' }, { $ref: 'Other' }] } },
      },
      required: ['title'],
    },
    Other: { type: 'object', properties: { type: { type: 'string', const: 'other' } }, required: ['type'] },
    Third: { type: 'object', properties: { type: { type: 'string', const: 'third' } }, required: ['type'] },
  },
};

type Change = (contracts: Contracts, thing: Schema & { properties: Record<string, Schema> }) => void;

function after(change: Change): string[] {
  const changed = structuredClone(released);
  change(changed, changed.schemas.Thing as Parameters<Change>[1]);
  return breakingChanges(released, changed);
}

it.each<[string, Change, string[]]>([
  ['an operation goes', (c) => delete c.operations.makeThing, ['makeThing: the operation was removed']],
  [
    'a path changes',
    (c) => (c.operations.makeThing!.route = 'PUT /things'),
    ['makeThing: its route changed from POST /things to PUT /things'],
  ],
  [
    'an operation asks for a token',
    (c) => delete c.operations.makeThing!.anonymous,
    ['makeThing: it is no longer anonymous'],
  ],
  ['an answer goes', (c) => delete c.operations.makeThing!.returns, ['makeThing.returns: it was removed']],
  ['a body comes', (c) => (c.operations.getNothing!.body = 'Thing'), ['getNothing.body: it has become required']],
  [
    'a field goes',
    (_, { properties }) => delete properties.kind,
    ['makeThing.body.kind: the field was removed', 'makeThing.returns.kind: the field was removed'],
  ],
  [
    'a field is required',
    (_, { required }) => required!.push('kind'),
    ['makeThing.body.kind: the field has become required'],
  ],
  ['a field may be absent', (_, t) => (t.required = []), ['makeThing.returns.title: the field may be absent now']],
  [
    'a value goes',
    (_, { properties }) => (properties.kind!.enum = ['a']),
    ['makeThing.body.kind: the value "b" was removed', 'makeThing.returns.kind: the value "b" was removed'],
  ],
  [
    'a text may be less long',
    (_, { properties }) => (properties.title!.maxLength = 9),
    ['makeThing.body.title: maxLength was lowered'],
  ],
  [
    'a number may be less',
    (c) => (c.schemas.Query!.properties!.limit!.maximum = 99),
    ['makeThing.query.limit: maximum was lowered'],
  ],
  [
    'a text has a pattern',
    (_, { properties }) => (properties.title!.pattern = '^x'),
    ['makeThing.body.title: its pattern changed'],
  ],
  [
    'a type changes',
    (_, { properties }) => (properties.title = { type: 'integer' }),
    [
      'makeThing.body.title: its type changed from string to integer',
      'makeThing.returns.title: its type changed from string to integer',
    ],
  ],
  [
    'what was never null may be',
    (_, { properties }) => (properties.title = { anyOf: [properties.title!, { type: 'null' }] }),
    ['makeThing.returns.title: it may be null now'],
  ],
  [
    'what might be null must not',
    (_, { properties }) => (properties.note = { type: 'string' }),
    ['makeThing.body.note: null was removed', 'makeThing.returns.note: null was removed'],
  ],
  [
    'one of several goes',
    (_, { properties }) => (properties.parts!.items = { anyOf: [{ $ref: 'Thing' }] }),
    ['makeThing.body.parts[]: Other was removed', 'makeThing.returns.parts[]: Other was removed'],
  ],
  ['an event goes', (c) => delete c.events['content.thing.made'], ['content.thing.made: the event was removed']],
  [
    'a field of an event goes',
    (c) => delete c.events['content.thing.made']!.properties!.thing,
    ['content.thing.made.thing: the field was removed'],
  ],
  [
    'a field of an event may be absent',
    (c) => (c.events['content.thing.made']!.required = ['thing']),
    ['content.thing.made.from: the field may be absent now'],
  ],
])('tells that %s', (_, change, told) => {
  expect(after(change)).toEqual(expect.arrayContaining(told));
});

it.each<[string, Change]>([
  ['a further operation', (c) => (c.operations.more = { subject: 'rpc.content.more', status: 200 })],
  ['a further event', (c) => (c.events['content.thing.gone'] = { type: 'object' })],
  ['a further field of an event', (c) => (c.events['content.thing.made']!.properties!.more = { type: 'string' })],
  ['a further field that may be absent', (_, { properties }) => (properties.more = { type: 'string' })],
  ['a further value', (_, { properties }) => (properties.kind!.enum = ['a', 'b', 'c'])],
  ['a longer text', (_, { properties }) => (properties.title!.maxLength = 11)],
  ['one more of several', (_, { properties }) => properties.parts!.items!.anyOf!.push({ $ref: 'Third' })],
])('takes %s', (_, change) => expect(after(change)).toEqual([]));
