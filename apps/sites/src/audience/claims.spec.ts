import { readAdaptiveSchema } from '@bindery/contracts';
import { knownClaims } from './claims';

const schema = readAdaptiveSchema({
  type: 'object',
  properties: {
    beta: { type: 'boolean' },
    seats: { type: 'number' },
    plan: { type: 'string', enum: ['free', 'pro'] },
    teams: { type: 'array', items: { type: 'string' } },
    company: { type: 'object', properties: { name: { type: 'string' } } },
    unsigned: { type: 'object', properties: { dark: { type: 'boolean' } } },
  },
});

it('keeps what the schema knows, in its order', () => {
  const claims = { company: { name: 'A', other: 1 }, plan: 'pro', beta: true, seats: 3, teams: ['a', 'b'], more: 1 };
  expect(JSON.stringify(knownClaims(schema, claims))).toBe(
    '{"beta":true,"seats":3,"plan":"pro","teams":["a","b"],"company":{"name":"A"},"unsigned":{}}',
  );
});

it.each<Record<string, unknown>>([
  { beta: 1 },
  { beta: 'true' },
  { seats: '3' },
  { seats: NaN },
  { plan: 'enterprise' },
  { plan: ['pro'] },
  { teams: 'a' },
  { company: [] },
  { company: null },
  { toString: true },
])('drops %j', (claims) => {
  expect(knownClaims(schema, claims)).toEqual({ unsigned: {} });
});

it('takes unsigned claims for nothing but what they are', () => {
  expect(knownClaims(schema, { unsigned: { dark: true } })).toEqual({ unsigned: {} });
  expect(knownClaims(schema, {}, { dark: true, beta: true })).toEqual({ unsigned: { dark: true } });
  const closed = readAdaptiveSchema({ type: 'object', properties: {} });
  expect(knownClaims(closed, {}, { dark: true })).toEqual({});
});
