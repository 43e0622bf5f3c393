import { allEndpoints } from '@bindery/contracts';
import type { Example } from '../contract/example';
import { example } from '../contract/examples';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';
import { expectedOf } from './authorization-table';
import { callerNames, callersOf, type Caller, type CallerName } from './callers';

const long = process.env.BINDERY_TEST === 'long';
const seed = Number(process.env.BINDERY_SEED ?? 1);
/** In the short form every tenth operation, others with each seed. */
const chosen = allEndpoints().filter((_, index) => long || index % 10 === seed % 10);

let world: TestOrganization;
let callers: Record<CallerName, Caller>;

beforeAll(async () => {
  world = await createTestOrganization();
  callers = await callersOf(world);
});
afterAll(() => world.close());

it('says for every operation what every kind of caller is answered', () => {
  const incomplete = allEndpoints().filter((endpoint) => {
    const row = expectedOf(endpoint);
    return !row || callerNames.some((caller) => !/^(ok|40[134])$/.test(row[caller]));
  });
  expect(incomplete.map(({ name }) => name)).toEqual([]);
});

it.each(chosen.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (name, endpoint) => {
  const expected = expectedOf(endpoint)!;
  const answered: Partial<Record<CallerName, string>> = {};
  let made: Example | undefined;
  for (const caller of callerNames) {
    made ??= await example(world, name);
    const { token, query } = callers[caller];
    const { status } = await world.api.call(name, { ...made, token, query: { ...made.query, ...query } });
    answered[caller] = status === endpoint.status ? 'ok' : String(status);
    // An object that a caller has changed is made anew for the next one.
    if (status < 300 && endpoint.method !== 'GET') made = undefined;
  }
  expect(answered).toEqual(expected);
});
