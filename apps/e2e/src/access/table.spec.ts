import { allEndpoints, type MemberRole, type Space } from '@bindery/contracts';
import { endpointOf, type TestUser, sharing, until } from '@bindery/testing';
import type { Example } from '../contract/example';
import { example } from '../contract/examples';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';
import { callers, inOrganizations, members, onTargets } from './permission-table';

jest.setTimeout(180_000);

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
const roles = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const;

let world: TestOrganization;
let make: ReturnType<typeof sharing>;
/** The collection on which guests have their roles. */
let base: string;
/** Guests with a role on the collection, members with the role in the organization. */
const guests = new Map<string, TestUser>();
const staff = new Map<string, TestUser>();

beforeAll(async () => {
  world = await createTestOrganization();
  make = sharing(world);
  base = (await make.collection({ title: 'Base' })).id;
  for (const role of roles) {
    const guest = await make.guest();
    guests.set(role, guest);
    await make.onCollection(base, { users: [guest.id], role });
    staff.set(role, await world.records.user({ [world.organization]: role }));
  }
  // A plain guest has nothing.
  for (const users of [guests, staff]) {
    users.set('guest', world.guest);
    users.set('stranger', world.otherAdmin);
  }
  guests.set('administrator', world.admin);
});
afterAll(() => world.close());

const admin = () => ({ token: world.admin.token });

/** An example that works on something in the collection on which guests have their roles. */
async function within(operation: string): Promise<Example> {
  const made = await example(world, operation);
  const { spaceId, collectionId } = made.params ?? {};
  if (operation === 'restoreSpace') {
    const { id } = await make.space({ parent: base });
    await world.api.expect('deleteSpaceById', { ...admin(), params: { spaceId: id } });
    return { params: { spaceId: id } };
  }
  if (spaceId) await world.api.expect('moveSpace', { ...admin(), params: { spaceId }, body: { parent: base } });
  if (collectionId)
    await world.api.expect('moveCollection', { ...admin(), params: { collectionId }, body: { parent: base } });
  // Where to is another matter: the parent that an example names is not theirs.
  return operation.startsWith('move') ? { ...made, body: {} } : made;
}

const ask = (operation: string, made: Example, user: TestUser | undefined) =>
  world.api.call(operation, { ...made, ...(user && { token: user.token }) });

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
    const { status } = await ask(operation, made, guests.get(callers[index]!));
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
    const { status } = await ask(operation, made, staff.get(caller));
    answers.push(status === endpointOf(operation).status ? 'ok' : String(status));
  }
  expect(answers).toEqual(row);
});

describe('the permissions that a caller gets are those that are enforced', () => {
  type Permissions = Record<string, boolean>;
  const isAllowed = (status: number) => {
    expect([200, 201, 204, 403]).toContain(status);
    return status !== 403;
  };
  /** Permissions of a space with operations that need nothing else; those of other services are enforced there. */
  const ofSpace: [permission: string, operation: string][] = [
    ['view', 'getSpaceById'],
    ['access', 'listPages'],
    ['admin', 'updateSpaceById'],
    ['admin', 'inviteToSpace'],
    ['admin', 'listPermissionsAggregateInSpace'],
    ['admin', 'moveSpace'],
  ];
  const ofCollection: [permission: string, operation: string][] = [
    ['view', 'getCollectionById'],
    ['admin', 'updateCollectionById'],
    ['admin', 'inviteToCollection'],
    ['admin', 'moveCollection'],
  ];

  it.each(ofSpace)('%s of a space, with %s', async (permission, operation) => {
    for (const role of roles) {
      const made = await within(operation);
      const token = guests.get(role)!.token;
      const params = { spaceId: made.params!.spaceId! };
      const { permissions } = await world.api.expect<{ permissions: Permissions }>('getSpaceById', { token, params });
      expect([role, isAllowed((await ask(operation, made, guests.get(role))).status)]).toEqual([
        role,
        permissions[permission],
      ]);
    }
  });

  it('edit of a space, with an import into it', async () => {
    for (const role of roles) {
      const { id } = await make.space({ parent: base });
      const { token } = guests.get(role)!;
      const { permissions } = await world.api.expect<{ permissions: Permissions }>('getSpaceById', {
        token,
        params: { spaceId: id },
      });
      const { body } = await example(world, 'startImport');
      const { status } = await world.api.call('startImport', {
        token,
        params: { organizationId: world.organization },
        body: { ...(body as object), target: { space: id } },
      });
      expect([role, isAllowed(status)]).toEqual([role, permissions.edit]);
    }
  });

  it.each(ofCollection)('%s of a collection, with %s', async (permission, operation) => {
    for (const role of roles) {
      const made = await within(operation);
      const token = guests.get(role)!.token;
      const params = { collectionId: made.params!.collectionId! };
      const { permissions } = await world.api.expect<{ permissions: Permissions }>('getCollectionById', {
        token,
        params,
      });
      expect([role, isAllowed((await ask(operation, made, guests.get(role))).status)]).toEqual([
        role,
        permissions[permission],
      ]);
    }
  });

  it.each(['createSpace', 'createCollection'])('create of a collection, with %s in it', async (operation) => {
    for (const role of roles) {
      const { token } = guests.get(role)!;
      const { permissions } = await world.api.expect<{ permissions: Permissions }>('getCollectionById', {
        token,
        params: { collectionId: base },
      });
      const { status } = await world.api.call(operation, {
        token,
        params: { organizationId: world.organization },
        body: { parent: base },
      });
      expect([role, isAllowed(status)]).toEqual([role, permissions.create]);
    }
  });

  it.each([
    ['createContent', 'createSpace'],
    ['createContent', 'createCollection'],
    ['listMembers', 'listSpacesForOrganizationMember'],
  ])('%s of an organization, with %s', async (permission, operation) => {
    for (const role of [...roles, 'guest'] as (MemberRole | 'guest')[]) {
      const { token } = staff.get(role)!;
      const { permissions } = await world.api.expect<{ permissions: Permissions }>('getOrganizationById', {
        token,
        params: { organizationId: world.organization },
      });
      const { status } = await ask(operation, await example(world, operation), staff.get(role));
      expect([role, isAllowed(status)]).toEqual([role, permissions[permission]]);
    }
  });
});

describe('what is public or unlisted', () => {
  it.each(['public', 'unlisted'])('%s: all callers may read and search it, and do no more', async (visibility) => {
    const made = await within('getSpaceById');
    const { spaceId } = made.params!;
    const set = (value: string) =>
      world.api.expect('updateSpaceById', { ...admin(), params: { spaceId: spaceId! }, body: { visibility: value } });
    await set(visibility);
    for (const [operation, row] of Object.entries(onTargets)) {
      if (!endpointOf(operation).anonymous) continue;
      expect(row[0]).toBe('401');
      for (const user of [undefined, world.otherAdmin, world.guest])
        expect([operation, (await ask(operation, await example(world, operation), user)).status]).toEqual([
          operation,
          200,
        ]);
    }
    for (const operation of ['updateSpaceById', 'moveSpace', 'duplicateSpace', 'inviteToSpace', 'transferSpace']) {
      const { body } = await within(operation);
      for (const user of [world.otherAdmin, world.guest])
        expect((await ask(operation, { params: { spaceId: spaceId! }, body }, user)).status).toBeGreaterThanOrEqual(
          403,
        );
    }
    await set('private');
    await until(async () => (await ask('getSpaceById', made, undefined)).status === 401);
  });

  it.each(['share-link', 'visitor-auth', 'in-collection', 'private'])(
    '%s is not read by everybody',
    async (visibility) => {
      const { id: spaceId } = await make.space({ parent: base, visibility });
      for (const operation of ['getSpaceById', 'getCurrentRevision', 'listPages', 'searchSpaceContent'])
        for (const user of [undefined, world.otherAdmin, world.guest]) {
          const { status } = await ask(operation, { params: { spaceId }, query: { query: 'x' } }, user);
          expect([operation, status]).toEqual([operation, user ? 404 : 401]);
        }
    },
  );
});

describe('access to spaces ends', () => {
  type Attempt = [operation: string, made: Example, user: TestUser | undefined];
  const statusesOf = (asked: Attempt[]) => Promise.all(asked.map(async (one) => (await ask(...one)).status));
  /** With the next request, or when an event has arrived. */
  const become = (asked: Attempt[], statuses: number[]) =>
    until(async () => String(await statusesOf(asked)) === String(statuses));

  it('for a member who is removed or disabled, and as far as a lower role does not permit it', async () => {
    const params = { organizationId: world.organization };
    const join = () => world.records.user({ [world.organization]: 'create' });
    const [removed, disabled, demoted] = [await join(), await join(), await join()];
    const asked: Attempt[] = [
      ['listSpacesInOrganizationById', { params }, removed],
      ['listSpacesInOrganizationById', { params }, disabled],
      ['createSpace', { params, body: {} }, demoted],
    ];
    expect(await statusesOf(asked)).toEqual([200, 200, 201]);
    const change = (operation: string, { id: userId }: TestUser, body?: object) =>
      world.api.expect(operation, { ...admin(), params: { ...params, userId }, ...(body && { body }) });
    await change('removeMemberFromOrganizationById', removed);
    await change('updateMemberInOrganizationById', disabled, { disabled: true });
    await change('updateMemberInOrganizationById', demoted, { role: 'review' });
    await become(asked, [404, 404, 403]);
  });

  it('for all in a deleted organization, public spaces included', async () => {
    const organizationId = await world.records.organization('Ending');
    const owner = await world.records.user({ [organizationId]: 'admin' });
    const byOwner = { token: owner.token, params: { organizationId } };
    const ofSpace = async (visibility: string): Promise<Attempt[]> => {
      const { id } = await world.api.expect<Space>('createSpace', { ...byOwner, body: { visibility } });
      return [owner, undefined].map((user): Attempt => ['getSpaceById', { params: { spaceId: id } }, user]);
    };
    const asked = [...(await ofSpace('private')), ...(await ofSpace('public'))];
    expect(await statusesOf(asked)).toEqual([200, 401, 200, 200]);
    await world.api.expect('deleteOrganizationById', byOwner);
    await become(asked, [404, 401, 404, 401]);
  });
});
