import { setTimeout as sleep } from 'node:timers/promises';
import { ApiCaller, startServiceOrganization, type TestUser, type ServiceOrganization } from '@bindery/testing';

let world: ServiceOrganization;
/** The same service through another gateway. */
let elsewhere: ApiCaller;

beforeAll(async () => {
  world = await startServiceOrganization('identity');
  elsewhere = new ApiCaller(await world.platform.addGateway());
});
afterAll(() => world.close());

const ofOrganization = () => ({ organizationId: world.organization });

/** Keeps a person's access warm on the second gateway, changes it on the first, and asks the second a second later. */
async function afterOneSecond(
  change: () => Promise<unknown>,
  ask: () => Promise<number>,
): Promise<{ before: number; after: number }> {
  let before = 0;
  // The second gateway must know the person at the moment of the change.
  for (let round = 0; round < 3; round++) before = await ask();
  await change();
  const changed = Date.now();
  // Answers in the meantime must not keep the old access alive.
  await ask();
  await sleep(Math.max(0, 1_000 - (Date.now() - changed)));
  return { before, after: await ask() };
}

const status =
  (operation: string, person: TestUser, params: object = ofOrganization(), body?: object) =>
  async () =>
    (await elsewhere.call(operation, { token: person.token, params: params as Record<string, string>, body })).status;

const change = (operation: string, person: TestUser, body?: object) => () =>
  world.api.expect(operation, {
    token: world.admin.token,
    params: { ...ofOrganization(), userId: person.id },
    body,
  });

it('a removed member has no access through any gateway after a second', async () => {
  const person = await world.records.user({ [world.organization]: 'read' });
  const ask = status('listSpacesInOrganizationById', person);
  const result = await afterOneSecond(change('removeMemberFromOrganizationById', person), ask);
  expect(result).toEqual({ before: 200, after: 404 });
});

it('a disabled member has no access through any gateway after a second', async () => {
  const person = await world.records.user({ [world.organization]: 'admin' });
  const ask = status('listMembersInOrganizationById', person);
  const disable = change('updateMemberInOrganizationById', person, { disabled: true });
  expect(await afterOneSecond(disable, ask)).toEqual({ before: 200, after: 404 });
});

it('a demoted member cannot do more than the new role permits after a second', async () => {
  const person = await world.records.user({ [world.organization]: 'admin' });
  const ask = status('createSpace', person, ofOrganization(), { title: 'Mine' });
  const demote = change('updateMemberInOrganizationById', person, { role: 'read' });
  expect(await afterOneSecond(demote, ask)).toEqual({ before: 201, after: 403 });
});

it('an owner taken out of a team does not manage it after a second', async () => {
  const person = await world.records.user({ [world.organization]: 'read' });
  const { id } = await world.api.expect<{ id: string }>('createOrganizationTeam', {
    token: world.admin.token,
    params: ofOrganization(),
    body: { title: 'Owned' },
  });
  const params = { ...ofOrganization(), teamId: id };
  const team = { token: world.admin.token, params };
  await world.api.expect('updateMembersInOrganizationTeam', {
    ...team,
    body: { memberships: { [person.id]: { role: 'owner' } } },
  });
  await sleep(1_000);
  const ask = status('updateTeamInOrganizationById', person, params, { title: 'Mine' });
  const remove = () =>
    world.api.expect('updateMembersInOrganizationTeam', { ...team, body: { remove: [person.email] } });
  expect(await afterOneSecond(remove, ask)).toEqual({ before: 200, after: 403 });
});

it('a revoked token is not valid on any gateway after a second', async () => {
  const person = await world.records.user({ [world.organization]: 'read' });
  const made = await world.api.expect<{ id: string; token: string }>('createUserToken', {
    token: person.token,
    body: { label: 'Revoked' },
  });
  const holder = { ...person, token: made.token };
  const revoke = () => world.api.expect('deleteUserToken', { token: person.token, params: { tokenId: made.id } });
  const result = await afterOneSecond(revoke, status('getAuthenticatedUser', holder, {}));
  expect(result).toEqual({ before: 200, after: 401 });
});

it('through the gateway that changed it, access is gone with the next request', async () => {
  const person = await world.records.user({ [world.organization]: 'read' });
  const request = { token: person.token, params: ofOrganization() };
  expect((await world.api.call('getOrganizationById', request)).status).toBe(200);
  await change('removeMemberFromOrganizationById', person)();
  expect((await world.api.call('getOrganizationById', request)).status).toBe(404);
});
