import { type MemberRole, type Space } from '@bindery/contracts';
import { endpointOf, type TestUser, until } from '@bindery/testing';
import type { Example } from '../contract/example';
import { example } from '../contract/examples';
import type { TestOrganization } from '../support/test-organization';
import { type AccessWorld, attempt, createAccessWorld, exampleWithin, roles } from './access-world';
import { onTargets } from './permission-table';

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
      const token = access.guests.get(role)!.token;
      const params = { spaceId: made.params!.spaceId! };
      const { permissions } = await world.api.expect<{ permissions: Permissions }>('getSpaceById', { token, params });
      expect([role, isAllowed((await ask(operation, made, access.guests.get(role))).status)]).toEqual([
        role,
        permissions[permission],
      ]);
    }
  });

  it('edit of a space, with an import into it', async () => {
    for (const role of roles) {
      const { id } = await access.make.space({ parent: access.base });
      const { token } = access.guests.get(role)!;
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
      const token = access.guests.get(role)!.token;
      const params = { collectionId: made.params!.collectionId! };
      const { permissions } = await world.api.expect<{ permissions: Permissions }>('getCollectionById', {
        token,
        params,
      });
      expect([role, isAllowed((await ask(operation, made, access.guests.get(role))).status)]).toEqual([
        role,
        permissions[permission],
      ]);
    }
  });

  it.each(['createSpace', 'createCollection'])('create of a collection, with %s in it', async (operation) => {
    for (const role of roles) {
      const { token } = access.guests.get(role)!;
      const { permissions } = await world.api.expect<{ permissions: Permissions }>('getCollectionById', {
        token,
        params: { collectionId: access.base },
      });
      const { status } = await world.api.call(operation, {
        token,
        params: { organizationId: world.organization },
        body: { parent: access.base },
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
      const { token } = access.staff.get(role)!;
      const { permissions } = await world.api.expect<{ permissions: Permissions }>('getOrganizationById', {
        token,
        params: { organizationId: world.organization },
      });
      const { status } = await ask(operation, await example(world, operation), access.staff.get(role));
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
      const { id: spaceId } = await access.make.space({ parent: access.base, visibility });
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
