import { readAdaptiveSchema } from '@bindery/contracts';
import { meetsCondition, parseExpression } from '@bindery/expressions';
import { templateConditions } from './template-conditions';

const properties = (claims: object) => ({ type: 'object', properties: claims });
const nested = (depth: number): object =>
  depth === 0 ? { type: 'boolean' } : { type: 'object', properties: { a: nested(depth - 1) } };

it('fills in what a schema leaves open', () => {
  expect(readAdaptiveSchema(properties({ beta: { type: 'boolean', title: 'x' } }))).toEqual({
    type: 'object',
    properties: { beta: { type: 'boolean', description: '' } },
    additionalProperties: false,
  });
});

it.each([
  ['no object', []],
  ['another type', { type: 'array', properties: {} }],
  ['another dialect', { $schema: 'https://json-schema.org/draft/2020-12/schema', ...properties({}) }],
  ['no properties', { type: 'object' }],
  ['further properties', { ...properties({}), additionalProperties: true }],
  ['a reference', properties({ a: { $ref: '#' } })],
  ['a combination', properties({ a: { anyOf: [{ type: 'boolean' }] } })],
  ['a claim of an unknown type', properties({ a: { type: 'null' } })],
  ['an empty enum', properties({ a: { type: 'string', enum: [] } })],
  ['numbers in an enum', properties({ a: { type: 'string', enum: [1] } })],
  ['lists of lists', properties({ a: { type: 'array', items: { type: 'array', items: { type: 'string' } } } })],
  ['a prototype', properties(JSON.parse('{"__proto__": {"type": "boolean"}}') as object)],
  ['unsigned claims that are no object', properties({ unsigned: { type: 'boolean' } })],
  ['a long description', properties({ a: { type: 'boolean', description: 'x'.repeat(513) } })],
  ['too deep a claim', properties({ a: nested(6) })],
  [
    'too many claims',
    properties(Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`c${n}`, { type: 'boolean' }]))),
  ],
])('refuses a schema with %s', (_, schema) => {
  expect(() => readAdaptiveSchema(schema)).toThrow(/^must/);
});

it('makes conditions that are understood and hold for what they say', () => {
  const conditions = templateConditions(
    readAdaptiveSchema(
      properties({
        beta: { type: 'boolean', description: 'New things' },
        plan: { type: 'string', enum: ['free', 'a "quoted" one'] },
        teams: { type: 'array', items: { type: 'string', enum: ['docs'] } },
        'https://claims.example.com/region': { type: 'string', enum: ['eu'] },
        name: { type: 'string' },
        unsigned: { type: 'object', properties: { dark: { type: 'boolean' } } },
      }),
    ),
  );
  const claims = {
    beta: true,
    plan: 'a "quoted" one',
    teams: ['docs'],
    'https://claims.example.com/region': 'eu',
    unsigned: { dark: true },
  };
  for (const { condition } of conditions) expect(() => parseExpression(condition)).not.toThrow();
  expect(conditions.map(({ description, condition }) => [description, meetsCondition(condition, claims)])).toEqual([
    ['beta is true (New things)', true],
    ['plan is free', false],
    ['plan is a "quoted" one', true],
    ['teams holds docs', true],
    ['https://claims.example.com/region is eu', true],
    ['unsigned.dark is true', true],
  ]);
  expect(conditions.some(({ condition }) => meetsCondition(condition, {}))).toBe(false);
});
