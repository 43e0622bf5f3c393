import type { OrganizationInviteLink, Page } from '@bindery/contracts';
import { Purge } from '@bindery/content';
import { type TestUser, refuses, sharing, sql, until } from '@bindery/testing';
import { createInProcessOrganization, type InProcessOrganization } from '../support/test-organization';

let world: InProcessOrganization;
let make: ReturnType<typeof sharing>;

beforeAll(async () => {
  world = await createInProcessOrganization();
  make = sharing(world);
});
afterAll(() => world.close());

const admin = () => ({ token: world.admin.token });
const ofOrganization = () => ({ organizationId: world.organization });
const link = (body: object, by: TestUser = world.admin) =>
  world.api.expect<OrganizationInviteLink>('createOrganizationInvite', {
    token: by.token,
    params: ofOrganization(),
    body,
  });
const accept = (inviteId: string, by: TestUser) =>
  world.api.call('joinOrganizationWithInvite', { token: by.token, params: { ...ofOrganization(), inviteId } });
const roleOf = async (user: TestUser) =>
  (
    await sql<{ role: string | null }>(
      world,
      'select role from membership where organization_id = $1 and user_id = $2',
      [world.organization, user.id],
    )
  )[0]?.role;
const visibleNow = (user: TestUser, space: string) => until(async () => (await make.levelOf(user, space)) !== null);
const grantOf = async (user: TestUser) =>
  (
    await sql<{ role: string; expires_at: Date | null }>(
      world,
      'select role, expires_at from content.access_grant where subject_id = $1',
      [user.id],
    )
  )[0];

describe('a link to a space or collection', () => {
  it('makes a stranger a guest who has the role there and nothing else', async () => {
    const [space, other] = [await make.space(), await make.space()];
    const { id } = await link({ space: space.id, level: 'edit' });
    const user = await world.records.user();
    expect((await accept(id, user)).status).toBe(200);
    expect(await roleOf(user)).toBeNull();
    await visibleNow(user, space.id);
    expect([await make.levelOf(user, space.id), await make.levelOf(user, other.id)]).toEqual(['edit', null]);
    await until(async () => (await grantOf(user))?.expires_at === null);
    // Once more changes nothing.
    expect((await accept(id, user)).status).toBe(200);
    expect(await make.levelOf(user, space.id)).toBe('edit');
  });

  it('to a collection holds for all that is in it', async () => {
    const collection = await make.collection();
    const space = await make.space({ parent: collection.id });
    const { id } = await link({ collection: collection.id, level: 'comment' });
    const user = await world.records.user();
    await accept(id, user);
    await visibleNow(user, space.id);
    expect(await make.levelOf(user, space.id)).toBe('comment');
  });

  it('gives a member the role there at once, keeps a higher one, and leaves the membership as it is', async () => {
    const space = await make.space();
    const { id } = await link({ space: space.id, level: 'edit' });
    const { id: low } = await link({ space: space.id, level: 'read' });
    const user = await world.records.user({ [world.organization]: 'read' });
    await accept(id, user);
    expect(await make.levelOf(user, space.id)).toBe('edit');
    await accept(low, user);
    expect([await make.levelOf(user, space.id), await roleOf(user)]).toEqual(['edit', 'read']);
  });

  it('of no level makes a guest who has nothing', async () => {
    const space = await make.space();
    const { id } = await link({ space: space.id, level: null });
    const user = await world.records.user();
    expect((await accept(id, user)).status).toBe(200);
    expect([await roleOf(user), await grantOf(user)]).toEqual([null, undefined]);
  });

  it('gives no more than who made it has there when it is used', async () => {
    const keeper = await make.guest();
    const space = await make.space();
    await make.onSpace(space.id, { users: [keeper.id], role: 'admin' });
    const { id } = await link({ space: space.id, level: 'admin' }, keeper);
    const [first, second] = [await world.records.user(), await world.records.user()];
    await make.onSpace(space.id, { users: [keeper.id], role: 'comment' });
    await accept(id, first);
    await visibleNow(first, space.id);
    expect(await make.levelOf(first, space.id)).toBe('comment');
    await world.api.expect('removeUserFromSpace', { ...admin(), params: { spaceId: space.id, userId: keeper.id } });
    expect((await accept(id, second)).status).toBe(404);
    expect(await roleOf(second)).toBeUndefined();
  });

  it('is shown with its space or collection, and says whether one has as much already', async () => {
    const [space, collection] = [await make.space(), await make.collection()];
    const toSpace = await link({ space: space.id, level: 'edit' });
    expect(toSpace).toMatchObject({
      object: 'invite',
      level: 'edit',
      redundant: true,
      space: { id: space.id, comments: 0 },
    });
    const toCollection = await link({ collection: collection.id, level: null });
    expect(toCollection).toMatchObject({ level: null, redundant: true, collection: { id: collection.id } });
    const params = { ...ofOrganization(), inviteId: toSpace.id };
    const updated = await world.api.expect<OrganizationInviteLink>('updateOrganizationInviteById', {
      ...admin(),
      params,
      body: { level: 'read' },
    });
    expect(updated).toMatchObject({ id: toSpace.id, level: 'read', space: { id: space.id } });
    expect(updated).not.toHaveProperty('role');
    await refuses(
      world,
      'updateOrganizationInviteById',
      { ...admin(), params, body: { role: 'read' } },
      400,
      'body.level',
    );
    const { items } = await world.api.expect<Page<OrganizationInviteLink>>('listOrganizationInviteLinks', {
      ...admin(),
      params: ofOrganization(),
      query: { limit: 1000 },
    });
    expect(items.find(({ id }) => id === toSpace.id)).toEqual(updated);
    expect(items.find(({ id }) => id === toCollection.id)).toEqual(toCollection);
  });

  it('is made, seen, changed and revoked by administrators of its target alone', async () => {
    const keeper = await make.guest();
    const [space, other] = [await make.space(), await make.space()];
    await make.onSpace(space.id, { users: [keeper.id], role: 'admin' });
    const create = (by: TestUser, body: object, status: number) =>
      refuses(world, 'createOrganizationInvite', { token: by.token, params: ofOrganization(), body }, status);
    await create(keeper, { space: other.id, level: 'read' }, 404);
    await create(keeper, { role: 'read' }, 403);
    await create(world.reader, { space: space.id, level: 'read' }, 403);
    await create(world.otherAdmin, { space: space.id, level: 'read' }, 404);
    const foreign = await world.api.expect<{ id: string }>('createSpace', {
      token: world.otherAdmin.token,
      params: { organizationId: world.other },
      body: { visibility: 'public' },
    });
    await create(world.admin, { space: foreign.id, level: 'read' }, 404);
    const { id } = await link({ space: space.id, level: 'read' }, keeper);
    const request = (by: TestUser) => ({ token: by.token, params: { ...ofOrganization(), inviteId: id } });
    await world.api.expect('getOrganizationInviteLink', request(keeper));
    await refuses(world, 'getOrganizationInviteLink', request(world.reader), 403);
    await refuses(world, 'deleteOrganizationInviteById', request(world.reader), 403);
    await refuses(world, 'listOrganizationInviteLinks', { token: keeper.token, params: ofOrganization() }, 403);
    await world.api.expect('deleteOrganizationInviteById', request(keeper));
    expect((await accept(id, await world.records.user())).status).toBe(404);
  });

  it.each([
    [{ space: 'x', collection: 'y', level: 'read' }, 'body.collection'],
    [{ space: 'x' }, 'body.level'],
    [{ level: 'read' }, 'body.role'],
    [{}, 'body.role'],
    [{ space: 'x', level: 'owner' }, 'body.level'],
  ])('refuses %j', (body, field) =>
    refuses(world, 'createOrganizationInvite', { ...admin(), params: ofOrganization(), body }, 400, field),
  );
});

describe('a link ends', () => {
  const gone = (id: string) =>
    until(async () => (await sql(world, 'select from link_invite where id = $1', [id])).length === 0);

  it('with its space', async () => {
    const space = await make.space();
    const { id } = await link({ space: space.id, level: 'read' });
    await world.api.expect('deleteSpaceById', { ...admin(), params: { spaceId: space.id } });
    expect((await accept(id, await world.records.user())).status).toBe(404);
    await gone(id);
  });

  it('with its collection', async () => {
    const collection = await make.collection();
    const { id } = await link({ collection: collection.id, level: 'read' });
    await world.api.expect('deleteCollectionById', { ...admin(), params: { collectionId: collection.id } });
    expect((await accept(id, await world.records.user())).status).toBe(404);
    await gone(id);
  });

  it('when where it leads goes to another organization', async () => {
    const collection = await make.collection();
    const space = await make.space({ parent: collection.id });
    const links = [
      await link({ collection: collection.id, level: 'read' }),
      await link({ space: space.id, level: 'read' }),
    ];
    const { id: organization } = await world.api.expect<{ id: string }>('createOrganization', {
      ...admin(),
      body: { title: 'Elsewhere' },
    });
    await world.api.expect('transferCollection', {
      ...admin(),
      params: { collectionId: collection.id },
      body: { organization },
    });
    const stranger = await world.records.user();
    for (const { id } of links) {
      expect((await accept(id, stranger)).status).toBe(404);
      await gone(id);
    }
    expect(await roleOf(stranger)).toBeUndefined();
  });
});

describe('coming in through a link', () => {
  it('is refused where links are switched off, or only the identity provider admits users', async () => {
    const space = await make.space();
    const { id } = await link({ space: space.id, level: 'read' });
    const [user, member] = [await world.records.user(), await world.records.user({ [world.organization]: 'read' })];
    const set = (change: string) =>
      world.records.query(`update organization set ${change} where id = $1`, [world.organization]);
    await set('sso = true');
    expect((await accept(id, user)).status).toBe(403);
    expect((await accept(id, member)).status).toBe(200);
    await set('sso = false, invite_links = false');
    expect((await accept(id, user)).status).toBe(404);
    await set('invite_links = true');
    expect([await grantOf(user), await roleOf(user)]).toEqual([undefined, undefined]);
  });

  it('leaves nothing when it is cut short after the role was given', async () => {
    const space = await make.space();
    const { id } = await link({ space: space.id, level: 'edit' });
    const user = await world.records.user();
    // The state after a crash of identity: the role is given, and no user has joined.
    await sql(
      world,
      `insert into content.access_grant (target_id, target_type, subject_id, subject_type, organization_id, role, expires_at)
       values ($1, 'space', $2, 'user', $3, 'edit', now() + interval '1 hour')`,
      [space.id, user.id, world.organization],
    );
    expect(await make.levelOf(user, space.id)).toBeNull();
    const purge = world.platform.services.content.app.get(Purge);
    await purge.run(new Date(Date.now() + 59 * 60_000));
    expect(await grantOf(user)).toBeDefined();
    await purge.run(new Date(Date.now() + 61 * 60_000));
    expect(await grantOf(user)).toBeUndefined();
    // Trying again works as if nothing had happened.
    await accept(id, user);
    await visibleNow(user, space.id);
    await until(async () => (await grantOf(user))?.expires_at === null);
    await purge.run(new Date(Date.now() + 61 * 60_000));
    expect(await make.levelOf(user, space.id)).toBe('edit');
  });

  it('twice under one Idempotency-Key answers the same', async () => {
    const { id } = await link({ space: (await make.space()).id, level: 'edit' });
    const { id: toOrganization } = await link({ role: 'read' });
    const { token } = await world.records.user();
    for (const inviteId of [id, toOrganization]) {
      const request = { token, params: { ...ofOrganization(), inviteId }, headers: { 'idempotency-key': inviteId } };
      for (let time = 0; time < 2; time++)
        expect(await world.api.expect('joinOrganizationWithInvite', request)).toEqual({});
    }
  });

  it('many times at once makes one guest with one role', async () => {
    const space = await make.space();
    const { id } = await link({ space: space.id, level: 'edit' });
    const user = await world.records.user();
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(id, user)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    await until(async () => (await grantOf(user))?.expires_at === null);
    await visibleNow(user, space.id);
    expect(await make.levelOf(user, space.id)).toBe('edit');
  });
});
