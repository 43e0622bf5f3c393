import {
  inviteAccepted,
  memberRemoved,
  type AggregatedContentPermission,
  type Page,
  type TeamContentPermission,
  type UserContentPermission,
} from '@bindery/contracts';
import {
  clientOf,
  createServiceOrganization,
  refuses,
  sharing,
  sql,
  type ServiceOrganization,
  until,
} from '@bindery/testing';

let world: ServiceOrganization;
let make: ReturnType<typeof sharing>;

beforeAll(async () => {
  world = await createServiceOrganization('content');
  make = sharing(world);
});
afterAll(() => world.close());

const admin = () => ({ token: world.admin.token });
const grantsOf = (subject: string) => sql(world, 'select from content.access_grant where subject_id = $1', [subject]);

describe('a role that was given', () => {
  it('to a user on a space holds there and nowhere else, is changed, and ends', async () => {
    const guest = await make.guest();
    const [space, other] = [await make.space(), await make.space()];
    expect(await make.levelOf(guest, space.id)).toBeNull();
    await make.onSpace(space.id, { users: [guest.id], role: 'edit' });
    expect(await make.levelOf(guest, space.id)).toBe('edit');
    expect(await make.levelOf(guest, other.id)).toBeNull();
    expect(await make.visibleTo(guest)).toEqual([space.id]);
    const params = { spaceId: space.id, userId: guest.id };
    await world.api.expect('updateUserPermissionInSpace', { ...admin(), params, body: { role: 'comment' } });
    expect(await make.levelOf(guest, space.id)).toBe('comment');
    await world.api.expect('updateUserPermissionInSpace', { ...admin(), params, body: {} });
    expect(await make.levelOf(guest, space.id)).toBe('comment');
    await world.api.expect('removeUserFromSpace', { ...admin(), params });
    expect(await make.levelOf(guest, space.id)).toBeNull();
    await refuses(world, 'updateUserPermissionInSpace', { ...admin(), params, body: { role: 'edit' } }, 404);
    expect((await world.api.call('removeUserFromSpace', { ...admin(), params })).status).toBe(204);
  });

  it('ends with a role of null', async () => {
    const guest = await make.guest();
    const space = await make.space();
    await make.onSpace(space.id, { users: [guest.id], role: 'edit' });
    await make.onSpace(space.id, { users: [guest.id], role: null });
    expect(await make.levelOf(guest, space.id)).toBeNull();
  });

  it('on a collection holds in all that is in it, at any depth, and follows moves', async () => {
    const guest = await make.guest();
    const outer = await make.collection();
    const inner = await make.collection({ parent: outer.id });
    const space = await make.space({ parent: inner.id });
    await make.onCollection(outer.id, { users: [guest.id], role: 'read' });
    await make.onCollection(inner.id, { users: [guest.id], role: 'review' });
    expect(await make.levelOf(guest, space.id)).toBe('review');
    await world.api.expect('moveSpace', { ...admin(), params: { spaceId: space.id }, body: { parent: outer.id } });
    expect(await make.levelOf(guest, space.id)).toBe('read');
    await world.api.expect('moveSpace', { ...admin(), params: { spaceId: space.id }, body: { parent: null } });
    expect(await make.levelOf(guest, space.id)).toBeNull();
  });

  it('to a team holds for its members, and the highest of all roles counts', async () => {
    const [one, two] = [await make.guest(), await make.guest()];
    const [low, high] = [await make.team(one, two), await make.team(one)];
    const space = await make.space();
    await make.onSpace(space.id, { teams: [low], role: 'read' });
    await make.onSpace(space.id, { teams: [high], role: 'edit' });
    expect([await make.levelOf(one, space.id), await make.levelOf(two, space.id)]).toEqual(['edit', 'read']);
    await world.api.expect('removeTeamFromSpace', { ...admin(), params: { spaceId: space.id, teamId: high } });
    expect(await make.levelOf(one, space.id)).toBe('read');
  });

  it('never takes away the access that a user has otherwise', async () => {
    const editor = await world.records.user({ [world.organization]: 'edit' });
    const space = await make.space();
    await make.onSpace(space.id, { users: [editor.id], role: 'read' });
    expect(await make.levelOf(editor, space.id)).toBe('edit');
  });
});

describe('who may give roles', () => {
  it('are the administrators of the space or collection, with a role there alone as well', async () => {
    const keeper = await make.guest();
    const [guest, collection] = [await make.guest(), await make.collection()];
    const space = await make.space({ parent: collection.id });
    await make.onCollection(collection.id, { users: [keeper.id], role: 'admin' });
    const invite = (operation: string, params: Record<string, string>) =>
      world.api.call(operation, { token: keeper.token, params, body: { users: [guest.id], role: 'admin' } });
    expect((await invite('inviteToSpace', { spaceId: space.id })).status).toBe(204);
    expect((await invite('inviteToCollection', { collectionId: collection.id })).status).toBe(204);
    expect((await invite('inviteToSpace', { spaceId: (await make.space()).id })).status).toBe(404);
  });

  it('are no users with less, and users who may not see it learn nothing', async () => {
    const guest = await make.guest();
    const creator = await world.records.user({ [world.organization]: 'create' });
    const space = await make.space();
    const request = { params: { spaceId: space.id }, body: { users: [guest.id], role: 'read' } };
    await refuses(world, 'inviteToSpace', { ...request, token: creator.token }, 403);
    await refuses(world, 'listUserPermissionsInSpace', { params: request.params, token: creator.token }, 403);
    await refuses(world, 'listPermissionsAggregateInSpace', { params: request.params, token: creator.token }, 403);
    await refuses(world, 'inviteToSpace', { ...request, token: guest.token }, 404);
    await refuses(world, 'inviteToSpace', { ...request, token: world.otherAdmin.token }, 404);
  });
});

describe('the subjects of roles', () => {
  it('are users and teams of the organization, and none gets a role when one is not', async () => {
    const [space, guest] = [await make.space(), await make.guest()];
    const { id: foreignTeam } = await world.api.expect<{ id: string }>('createOrganizationTeam', {
      token: world.otherAdmin.token,
      params: { organizationId: world.other },
      body: { title: 'Foreign' },
    });
    const disabled = await world.records.user({ [world.organization]: 'read' });
    await world.records.query('update membership set disabled = true where user_id = $1', [disabled.id]);
    const ask = (body: object, field: string) =>
      refuses(world, 'inviteToSpace', { ...admin(), params: { spaceId: space.id }, body }, 400, field);
    await ask({ users: [guest.id, world.otherAdmin.id], role: 'read' }, 'body.users');
    await ask({ users: [guest.id, 'nobodyKnowsThisId00000'], role: 'read' }, 'body.users');
    await ask({ users: [disabled.id], role: 'read' }, 'body.users');
    await ask({ users: [guest.id], teams: [foreignTeam], role: 'read' }, 'body.teams');
    await ask({ users: [], teams: [], role: 'read' }, 'body.users');
    await ask({ users: [guest.id], role: 'owner' }, 'body.role');
    await ask({ users: [guest.id] }, 'body.role');
    expect(await make.levelOf(guest, space.id)).toBeNull();
  });
});

describe('the lists', () => {
  it('show what was given on the space itself, with users and teams whole', async () => {
    const guest = await make.guest();
    const team = await make.team(guest);
    const collection = await make.collection();
    const space = await make.space({ parent: collection.id });
    await make.onCollection(collection.id, { users: [world.reader.id], role: 'read' });
    await make.onSpace(space.id, { users: [guest.id], teams: [team], role: 'edit' });
    const request = { ...admin(), params: { spaceId: space.id } };
    const users = await world.api.expect<Page<UserContentPermission>>('listUserPermissionsInSpace', request);
    expect(users).toMatchObject({
      count: 1,
      items: [{ permission: 'edit', user: { id: guest.id, email: guest.email } }],
    });
    const teams = await world.api.expect<Page<TeamContentPermission>>('listTeamPermissionsInSpace', request);
    expect(teams).toMatchObject({
      count: 1,
      items: [{ permission: 'edit', team: { id: team, title: 'Team', members: 1, spaces: 1 } }],
    });
  });

  it('say who has access by which role, and where every role comes from', async () => {
    const member = await world.records.user({ [world.organization]: 'read' });
    const guest = await make.guest();
    const team = await make.team(guest, member);
    const collection = await make.collection();
    const space = await make.space({ parent: collection.id });
    await world.api.expect('updateCollectionById', {
      ...admin(),
      params: { collectionId: collection.id },
      body: { defaultLevel: 'comment' },
    });
    await make.onCollection(collection.id, { teams: [team], role: 'edit' });
    await make.onSpace(space.id, { users: [guest.id], role: 'review' });
    const ask = (query: object = {}) =>
      world.api.expect<Page<AggregatedContentPermission>>('listPermissionsAggregateInSpace', {
        ...admin(),
        params: { spaceId: space.id },
        query: { ...query } as Record<string, unknown>,
      });
    const all = await ask({ limit: 1000 });
    const of = (id: string) => all.items.find(({ user }) => user.id === id);
    expect(of(world.admin.id)).toMatchObject({
      permission: 'admin',
      sources: [
        { type: 'organization', role: 'admin' },
        { type: 'default', role: 'comment' },
      ],
    });
    expect(of(member.id)).toMatchObject({
      permission: 'edit',
      sources: [
        { type: 'organization', role: 'read' },
        { type: 'default', role: 'comment' },
        { type: 'team', role: 'edit', team, target: collection.id },
      ],
    });
    const direct = { type: 'user', role: 'review', target: space.id };
    expect(of(guest.id)!.permission).toBe('review');
    expect(of(guest.id)!.sources).toContainEqual(direct);
    expect(of(guest.id)!.sources).toHaveLength(2);
    expect(of(world.guest.id)).toBeUndefined();
    expect(of(world.otherAdmin.id)).toBeUndefined();
    expect(all.count).toBe(all.items.length);
    for (const { permission, user } of all.items) {
      const { items } = await ask({ role: permission, limit: 1000 });
      expect(items.map(({ user: { id } }) => id)).toContain(user.id);
      expect(items.every((item) => item.permission === permission)).toBe(true);
    }
    const walked: string[] = [];
    let page: string | undefined;
    do {
      const answer: Page<AggregatedContentPermission> = await ask({ limit: 2, ...(page && { page }) });
      expect(answer.count).toBe(all.count);
      walked.push(...answer.items.map(({ user }) => user.id));
      page = answer.next?.page;
    } while (page);
    expect(walked).toEqual(all.items.map(({ user }) => user.id));
  });

  it('refuse any page token that was tampered with', async () => {
    const space = await make.space();
    await make.onSpace(space.id, { users: [world.reader.id, world.guest.id], role: 'edit' });
    const list = (page?: string) =>
      world.api.call<Page<UserContentPermission>>('listUserPermissionsInSpace', {
        ...admin(),
        params: { spaceId: space.id },
        query: { limit: 1, ...(page && { page }) },
      });
    const { next } = (await list()).body;
    const [scope, count, , id] = JSON.parse(Buffer.from(next!.page, 'base64url').toString()) as unknown[];
    for (const value of ['yesterday-ish', "'; drop table space", '999999-01-01', '\0'])
      expect((await list(Buffer.from(JSON.stringify([scope, count, value, id])).toString('base64url'))).status).toBe(
        400,
      );
  });

  it('are as the public client expects them', async () => {
    const { spaces } = clientOf(world, world.admin);
    const [space, guest] = [await make.space(), await make.guest()];
    await spaces.inviteToSpace(space.id, { users: [guest.id], role: 'create' as never });
    const { data } = await spaces.listPermissionsAggregateInSpace(space.id, { role: 'create' as never });
    expect(data.items.map(({ user }) => user.id)).toContain(guest.id);
    expect(data.items.every(({ permission }) => String(permission) === 'create')).toBe(true);
  });
});

describe('what was given ends', () => {
  const accept = (user: string, space: string, occurredAt?: string) => {
    const { organization } = world;
    const payload = { user, target: { type: 'space', id: space }, level: 'edit' } as const;
    return world.platform.service.publish(
      inviteAccepted({ organization, aggregate: user, version: 1, payload }),
      occurredAt,
    );
  };

  it('with the membership, so that coming back does not bring it back', async () => {
    const guest = await make.guest();
    const space = await make.space();
    await make.onSpace(space.id, { users: [guest.id], role: 'edit' });
    const params = { organizationId: world.organization, userId: guest.id };
    await world.api.expect('removeMemberFromOrganizationById', { ...admin(), params });
    expect(await make.levelOf(guest, space.id)).toBeNull();
    await until(async () => (await grantsOf(guest.id)).length === 0);
  });

  it('with the membership, also where the invite link that gave it is handled only then', async () => {
    const [gone, guest] = [await make.guest(), await make.guest()];
    const [space, other] = [await make.space(), await make.space()];
    await make.onSpace(other.id, { users: [gone.id], role: 'edit' });
    const params = { organizationId: world.organization, userId: gone.id };
    await world.api.expect('removeMemberFromOrganizationById', { ...admin(), params });
    await until(async () => (await grantsOf(gone.id)).length === 0);
    for (const user of [gone, guest]) await accept(user.id, space.id);
    // Events of a consumer are handled one after the other.
    await until(async () => (await grantsOf(guest.id)).length === 1);
    expect(await grantsOf(gone.id)).toEqual([]);
  });

  it('with the membership that it was given to, also where that end is handled after a late invite link', async () => {
    const guest = await make.guest();
    const space = await make.space();
    const [accepted, removed] = [5, 4].map((minutes) => new Date(Date.now() - minutes * 60_000).toISOString());
    await accept(guest.id, space.id, accepted);
    await until(async () => (await grantsOf(guest.id)).length === 1);
    const { organization } = world;
    const payload = { user: guest.id, role: null };
    const event = memberRemoved({ organization, aggregate: guest.id, version: 2, payload });
    await world.platform.service.publish(event, removed);
    await until(async () => (await grantsOf(guest.id)).length === 0);
  });

  it('with the team', async () => {
    const guest = await make.guest();
    const team = await make.team(guest);
    const space = await make.space();
    await make.onSpace(space.id, { teams: [team], role: 'edit' });
    await world.api.expect('removeTeamFromOrganizationById', {
      ...admin(),
      params: { organizationId: world.organization, teamId: team },
    });
    await until(async () => (await grantsOf(team)).length === 0);
  });
});
