import { allEndpoints, fieldsOf, PageQuery, type Endpoint, type Field } from '@bindery/contracts';
import { pathOf } from '@bindery/testing';
import type { Example } from '../contract/example';
import { example } from '../contract/examples';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';

const long = process.env.BINDERY_TEST === 'long';
const seed = Number(process.env.BINDERY_SEED ?? 1);
/** In the short form every third list, others with each seed. */
const lists = allEndpoints()
  .filter(({ query }) => query && new query() instanceof PageQuery)
  .filter((_, index) => long || index % 3 === seed % 3);

if (long) jest.setTimeout(900_000);

let world: TestOrganization;
beforeAll(async () => {
  world = await createTestOrganization();
});
afterAll(() => world.close());

interface Answer {
  next?: { page: string };
  error?: { details?: { field: string }[] };
}

async function ask(endpoint: Endpoint, made: Example, query: Record<string, unknown>) {
  const path = pathOf(endpoint, { ...made, query: { limit: 1, ...query } });
  const { status, body } = await world.api.send(endpoint.method, path, { body: made.body, token: world.admin.token });
  return { status, ...(body as Answer) };
}

/** Parameters for the position, the number and the form of items, and the credential of a caller without a token. */
const noFilters = ['page', 'limit', 'format', 'shareKey'];

/** Another value for a field of a query than the one that it has. */
function otherValue({ schema, array }: Field, value: unknown): unknown {
  const given = String([value].flat()[0]);
  const one = schema.enum
    ? schema.enum.find((choice) => choice !== given)
    : schema.type === 'boolean'
      ? given !== 'true'
      : schema.format === 'date-time'
        ? '2020-02-02T02:02:02Z'
        : schema.type === 'integer'
          ? 7
          : world.guest.id;
  return array ? [one] : one;
}

it('the position in a list is refused under any other filter or order, by the name of the parameter', async () => {
  const taken: string[] = [];
  let tried = 0;
  for (const endpoint of lists) {
    // Most lists have a second page once there is a second object.
    await example(world, endpoint.name);
    const made = await example(world, endpoint.name);
    const { next } = await ask(endpoint, made, made.query ?? {});
    if (!next) continue;
    const defaults = new endpoint.query!() as Record<string, unknown>;
    for (const field of fieldsOf(endpoint.query!)) {
      if (noFilters.includes(field.name)) continue;
      const value = made.query?.[field.name] ?? defaults[field.name];
      const query = { ...made.query, [field.name]: otherValue(field, value) };
      // Some values are refused for themselves.
      if ((await ask(endpoint, made, query)).status !== 200) continue;
      tried++;
      const { status, error } = await ask(endpoint, made, { ...query, page: next.page });
      const named = error?.details?.map((detail) => detail.field).join();
      if (status !== 400 || named !== 'query.page') taken.push(`${endpoint.name} ${field.name}: ${status} ${named}`);
    }
  }
  expect(taken).toEqual([]);
  expect(tried).toBeGreaterThan(long ? 30 : 5);
});
