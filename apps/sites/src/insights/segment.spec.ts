import { readAdaptiveSchema } from '@bindery/contracts';
import { segmentOf, titleOf } from './segment';

const schema = readAdaptiveSchema({
  type: 'object',
  properties: {
    plan: { type: 'string', enum: ['free', 'pro'] },
    mail: { type: 'string' },
    age: { type: 'number' },
    beta: { type: 'boolean' },
    teams: { type: 'array', items: { type: 'string', enum: ['docs', 'api'] } },
    names: { type: 'array', items: { type: 'string' } },
    unsigned: { type: 'object', properties: { dark: { type: 'boolean' }, city: { type: 'string' } } },
  },
});

it('keeps what tells a group, and nothing that may tell a person', () => {
  const claims = {
    teams: ['docs', 'api', 'docs'],
    plan: 'pro',
    mail: 'a@example.com',
    age: 41,
    beta: false,
    names: ['Ada'],
    unsigned: { dark: true, city: 'Turin' },
  };
  const segment = segmentOf(schema, claims)!;
  expect(segment).toEqual({ plan: 'pro', beta: false, teams: ['api', 'docs'], unsigned: { dark: true } });
  expect(titleOf(segment)).toBe('plan is pro, beta is false, teams holds api and docs, unsigned.dark is true');
});

it('is nothing without a claim that tells a group', () => {
  expect([
    segmentOf(schema, { mail: 'a@example.com', plan: 'other', teams: [], unsigned: {} }),
    segmentOf(null, { beta: true }),
  ]).toEqual([null, null]);
});
