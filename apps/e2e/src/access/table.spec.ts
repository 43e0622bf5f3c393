import { allEndpoints } from '@bindery/contracts';
import { endpointOf, type TestUser } from '@bindery/testing';
import type { Example } from '../contract/example';
import { example } from '../contract/examples';
import type { TestOrganization } from '../support/test-organization';
import { type AccessWorld, attempt, createAccessWorld, exampleWithin } from './access-world';
import { callers, inOrganizations, members, onTargets } from './permission-table';

/** Areas of the API of which every operation stands in the table. */
const areas = [
  'Spaces',
  'Collections',
  'Space content',
  'Space permissions',
  'Collection permissions',
  'Search',
  'Imports',
  'Custom fonts',
  'OpenAPI specifications',
];

let access: AccessWorld;
let world: TestOrganization;

beforeAll(async () => {
  access = await createAccessWorld();
  ({ world } = access);
});
afterAll(() => world.close());

const admin = () => ({ token: world.admin.token });

const within = (operation: string) => exampleWithin(access, operation);
const ask = (operation: string, made: Example, user: TestUser | undefined) => attempt(access, operation, made, user);

const isChange = (operation: string) => endpointOf(operation).method !== 'GET';

/** The object of an example, as an administrator sees it. */
async function seen({ params = {} }: Example): Promise<unknown> {
  const { spaceId, collectionId } = params;
  const answer = spaceId
    ? await world.api.call('getSpaceById', { ...admin(), params: { spaceId } })
    : await world.api.call('getCollectionById', { ...admin(), params: { collectionId: collectionId! } });
  return [answer.status, answer.headers.get('etag')];
}

it('has every operation of its areas, with one column for each caller', () => {
  const expected = allEndpoints().filter(({ service, tag }) => service === 'content' && areas.includes(tag));
  expect(Object.keys({ ...onTargets, ...inOrganizations }).sort()).toEqual(expected.map(({ name }) => name).sort());
  for (const row of Object.values(onTargets)) expect(row).toHaveLength(callers.length);
  for (const row of Object.values(inOrganizations)) expect(row).toHaveLength(members.length);
});

it.each(Object.entries(onTargets))('%s', async (operation, row) => {
  const answers: string[] = [];
  let made = await within(operation);
  let before = await seen(made);
  let untouched = true;
  for (const [index, expected] of row.entries()) {
    if (isChange(operation) && !untouched) {
      made = await within(operation);
      before = await seen(made);
    }
    const { status } = await ask(operation, made, access.guests.get(callers[index]!));
    answers.push(status === endpointOf(operation).status ? 'ok' : String(status));
    untouched = expected !== 'ok' || index < callers.indexOf('read');
    // One look after the last refused caller is enough: a change by any of them would show.
    const isLast = row[index + 1] === 'ok' || index === row.length - 1;
    if (isChange(operation) && untouched && isLast) expect(await seen(made)).toEqual(before);
  }
  expect(answers).toEqual(row);
});

it.each(Object.entries(inOrganizations))('%s', async (operation, row) => {
  const answers: string[] = [];
  for (const caller of members) {
    const made = await example(world, operation);
    const { status } = await ask(operation, made, access.staff.get(caller));
    answers.push(status === endpointOf(operation).status ? 'ok' : String(status));
  }
  expect(answers).toEqual(row);
});
