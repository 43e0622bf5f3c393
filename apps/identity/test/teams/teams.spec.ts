import type { OrganizationTeam, Page } from '@bindery/contracts';
import {
  asOwner,
  clientOf,
  createServiceOrganization,
  type TestUser,
  refuses,
  type TestOrganization,
} from '@bindery/testing';

let world: TestOrganization;
let owner: TestUser;

beforeAll(async () => {
  world = await createServiceOrganization('identity');
  owner = await world.records.user({ [world.organization]: 'read' });
});
afterAll(() => world.close());

const orgs = (person = world.admin) => clientOf(world, person).orgs;
const create = async (title: string, members: string[] = []): Promise<string> =>
  (await orgs().createOrganizationTeam(world.organization, { title, members })).data.id;
const membersOf = async (team: string) =>
  Object.fromEntries(
    (await orgs().listTeamMembersInOrganizationById(world.organization, team)).data.items.map(
      ({ organization, team }) => [organization.id, team.role],
    ),
  );
const of = (teamId: string) => ({ organizationId: world.organization, teamId });
const as = (person: TestUser) => ({ token: person.token });

describe('teams', () => {
  it('are created with members by id or e-mail address', async () => {
    const response = await orgs().createOrganizationTeam(world.organization, {
      title: 'Writers',
      members: [world.reader.id, owner.email.toUpperCase()],
    });
    expect(response.status).toBe(201);
    expect(response.data).toMatchObject({ object: 'team', title: 'Writers', members: 2, spaces: 0 });
    expect(await membersOf(response.data.id)).toEqual({ [world.reader.id]: 'member', [owner.id]: 'member' });
  });

  it('are created by administrators, with members of the organization', async () => {
    const params = { organizationId: world.organization };
    await refuses(world, 'createOrganizationTeam', { ...as(world.reader), params, body: { title: 'x' } }, 403);
    const foreign = { ...as(world.admin), params, body: { title: 'x', members: [world.otherAdmin.id] } };
    await refuses(world, 'createOrganizationTeam', foreign, 404, 'body.members');
    const { data } = await orgs().listTeamsInOrganizationById(world.organization, { title: 'x' });
    expect(data.items).toEqual([]);
  });

  it.each([
    ['title', ''],
    ['title', 'x'.repeat(65)],
    ['title', undefined],
    ['title', null],
    ['members', 'someone'],
    ['members', ['']],
    ['members', ['x'.repeat(321)]],
    ['members', Array.from({ length: 1001 }, (_, index) => `user${index}`)],
  ])('refuse %s out of bounds', (field, value) =>
    refuses(
      world,
      'createOrganizationTeam',
      {
        ...as(world.admin),
        params: { organizationId: world.organization },
        body: { title: 'Team', ...{ [field]: value } },
      },
      400,
      `body.${field}`,
    ),
  );

  it('have titles of 1 to 64 characters, counted as people do', async () => {
    for (const title of ['x', '😀'.repeat(64)]) {
      const { data } = await orgs().createOrganizationTeam(world.organization, { title });
      expect(data.title).toBe(title);
      for (const bad of ['', `${title}${'x'.repeat(64)}`]) {
        const request = { ...as(world.admin), params: of(data.id), body: { title: bad } };
        await refuses(world, 'updateTeamInOrganizationById', request, 400, 'body.title');
      }
    }
  });

  it('are listed by title, filtered by title in any case and by who can manage them', async () => {
    const [first, second] = [await create('Zebra'), await create('apricot ZEBRA')];
    await orgs().addMemberToOrganizationTeamById(world.organization, first, owner.id, asOwner);
    const find = async (query: object) =>
      (await orgs(world.reader).listTeamsInOrganizationById(world.organization, query)).data;
    const all = await find({});
    expect(all.count).toBe(all.items.length);
    expect((await find({ title: 'zebr' })).items.map(({ id }) => id).sort()).toEqual([first, second].sort());
    expect((await find({ title: '%' })).items).toEqual([]);
    expect((await find({ owner: owner.id })).items.map(({ id }) => id)).toEqual([first]);
    expect((await find({ owner: world.admin.id })).count).toBe(all.count);
    expect((await find({ owner: world.otherAdmin.id })).items).toEqual([]);
    const bad = { ...as(world.reader), params: { organizationId: world.organization }, query: { owner: 'a b' } };
    await refuses(world, 'listTeamsInOrganizationById', bad, 400, 'query.owner');
  });

  it('are not listed to guests, who see only the teams that they are in', async () => {
    const team = await create('Guests', [world.guest.id]);
    const hidden = await create('Hidden');
    const params = { organizationId: world.organization };
    await refuses(world, 'listTeamsInOrganizationById', { ...as(world.guest), params }, 403);
    await orgs(world.guest).getTeamInOrganizationById(world.organization, team);
    await refuses(world, 'getTeamInOrganizationById', { ...as(world.guest), params: of(hidden) }, 404);
  });

  it('are managed by administrators and owners, and deleted with their memberships', async () => {
    const team = await create('Managed', [world.reader.id]);
    const rename = { params: of(team), body: { title: 'Renamed' } };
    await refuses(world, 'updateTeamInOrganizationById', { ...as(owner), ...rename }, 403);
    await refuses(world, 'removeTeamFromOrganizationById', { ...as(world.reader), params: of(team) }, 403);
    await orgs().addMemberToOrganizationTeamById(world.organization, team, owner.id, asOwner);
    const { data } = await orgs(owner).updateTeamInOrganizationById(world.organization, team, { title: 'Renamed' });
    expect(data).toMatchObject({ title: 'Renamed', permissions: { admin: true, view: true } });
    await orgs(owner).removeTeamFromOrganizationById(world.organization, team);
    expect((await orgs(owner).removeTeamFromOrganizationById(world.organization, team)).status).toBe(204);
    await refuses(world, 'getTeamInOrganizationById', { ...as(world.admin), params: of(team) }, 404);
  });
});

describe('members of a team', () => {
  it('are added, changed and removed at once; who is in both is removed', async () => {
    const team = await create('Changing', [world.reader.id]);
    const update = (body: object) => orgs().updateMembersInOrganizationTeam(world.organization, team, body);
    await update({ add: [owner.email, world.guest.id], memberships: { [owner.id]: { role: 'owner' } } });
    expect(await membersOf(team)).toEqual({
      [world.reader.id]: 'member',
      [owner.id]: 'owner',
      [world.guest.id]: 'member',
    });
    // A member who is already in the team keeps their role.
    await update({ add: [owner.id] });
    expect((await membersOf(team))[owner.id]).toBe('owner');
    for (const body of [
      { add: [owner.id], remove: [owner.id] },
      { add: [owner.id], remove: [owner.email] },
      { add: [owner.email], remove: [owner.id] },
      { add: [owner.id], memberships: { [owner.email]: { role: 'owner' } }, remove: [owner.email.toUpperCase()] },
    ]) {
      await update(body);
      expect((await membersOf(team))[owner.id]).toBeUndefined();
      await update({ add: [owner.id] });
    }
  });

  it('are members of the organization; who is to be removed need not be', async () => {
    const team = await create('Strict');
    const request = (body: object) => ({ ...as(world.admin), params: of(team), body });
    const { id, email } = world.otherAdmin;
    for (const add of [id, email, 'nobody'])
      await refuses(world, 'updateMembersInOrganizationTeam', request({ add: [add] }), 404, 'body.add');
    const memberships = { [id]: { role: 'member' } };
    await refuses(world, 'updateMembersInOrganizationTeam', request({ memberships }), 404, 'body.memberships');
    await orgs().updateMembersInOrganizationTeam(world.organization, team, { add: [id], remove: [id] });
    await refuses(
      world,
      'addMemberToOrganizationTeamById',
      { ...as(world.admin), params: { ...of(team), userId: id }, body: {} },
      404,
    );
    expect(await membersOf(team)).toEqual({});
  });

  it.each([
    ['add', 'someone'],
    ['remove', [1]],
    ['memberships', { user: { role: 'admin' } }],
    ['memberships', { user: null }],
    ['memberships', [['user', 'owner']]],
  ])('refuse a malformed %s', async (field, value) => {
    const team = await create('Malformed');
    const request = { ...as(world.admin), params: of(team), body: { [field]: value } };
    await refuses(world, 'updateMembersInOrganizationTeam', request, 400, `body.${field}`);
  });

  it('are added one by one, with or without a role and body, by owners too', async () => {
    const team = await create('One by one');
    const put = (userId: string, body?: object, person = world.admin) =>
      world.api.call('addMemberToOrganizationTeamById', { ...as(person), params: { ...of(team), userId }, body });
    expect((await put(owner.id, { role: 'owner' })).status).toBe(204);
    expect((await put(world.reader.id, undefined, owner)).status).toBe(204);
    expect(await membersOf(team)).toEqual({ [owner.id]: 'owner', [world.reader.id]: 'member' });
    expect((await put(world.guest.id, {}, world.reader)).status).toBe(403);
    const bad = { ...as(owner), params: { ...of(team), userId: world.reader.id }, body: { role: 'admin' } };
    await refuses(world, 'addMemberToOrganizationTeamById', bad, 400, 'body.role');
  });

  it('leave, are removed by owners, and go with their membership in the organization', async () => {
    const leaving = await world.records.user({ [world.organization]: 'read' });
    const team = await create('Leaving', [leaving.id, world.reader.id]);
    const remove = (userId: string, person: TestUser) =>
      world.api.call('deleteMemberFromOrganizationTeamById', { ...as(person), params: { ...of(team), userId } });
    expect((await remove(world.reader.id, leaving)).status).toBe(403);
    expect((await remove(world.reader.id, world.reader)).status).toBe(204);
    expect((await remove(world.reader.id, world.reader)).status).toBe(204);
    await orgs().removeMemberFromOrganizationById(world.organization, leaving.id);
    expect(await membersOf(team)).toEqual({});
    expect((await orgs().getTeamInOrganizationById(world.organization, team)).data.members).toBe(0);
  });

  it('have their teams listed, by title, and counted', async () => {
    const { id } = await world.records.user({ [world.organization]: 'read' });
    const team = await create('Unmistakable', [id]);
    await create('Elsewhere');
    const list = async (query: object = {}) =>
      (await orgs().listTeamsForOrganizationMember(world.organization, id, query)).data;
    expect((await list()).items).toEqual([
      { team: expect.objectContaining({ id: team, members: 1 }) as OrganizationTeam, member: { role: 'member' } },
    ]);
    expect((await list({ title: 'MISTAK' })).count).toBe(1);
    expect((await list({ title: 'none' })).items).toEqual([]);
    expect((await orgs().getMemberInOrganizationById(world.organization, id)).data.teams).toBe(1);
    await refuses(
      world,
      'listTeamsForOrganizationMember',
      { ...as(world.admin), params: { organizationId: world.organization, userId: world.otherAdmin.id } },
      404,
    );
  });

  it('own a team as the permissions of the organization say', async () => {
    const person = await world.records.user({ [world.organization]: 'read' });
    const ownTeam = async () => (await orgs(person).getOrganizationById(world.organization)).data.permissions.ownTeam;
    expect(await ownTeam()).toBe(false);
    const team = await create('Owned');
    await orgs().addMemberToOrganizationTeamById(world.organization, team, person.id, asOwner);
    expect(await ownTeam()).toBe(true);
  });
});

it('teams of another organization cannot be reached through any id', async () => {
  const team = await create('Private', [world.reader.id]);
  const mine = await world.api.expect<{ id: string }>('createOrganizationTeam', {
    ...as(world.otherAdmin),
    params: { organizationId: world.other },
    body: { title: 'Mine' },
  });
  const params = { organizationId: world.other, teamId: team };
  const body = { title: 'Taken' };
  for (const operation of ['getTeamInOrganizationById', 'listTeamMembersInOrganizationById'])
    await refuses(world, operation, { ...as(world.otherAdmin), params }, 404);
  await refuses(world, 'updateTeamInOrganizationById', { ...as(world.otherAdmin), params, body }, 404);
  const add = { add: [world.otherAdmin.id] };
  await refuses(world, 'updateMembersInOrganizationTeam', { ...as(world.otherAdmin), params, body: add }, 404);
  const userId = world.reader.id;
  for (const operation of ['removeTeamFromOrganizationById', 'deleteMemberFromOrganizationTeamById'])
    await world.api.expect(operation, { ...as(world.otherAdmin), params: { ...params, userId } });
  expect(await membersOf(team)).toEqual({ [userId]: 'member' });
  const { next } = await world.api.expect<Page<object>>('listTeamsInOrganizationById', {
    ...as(world.admin),
    params: { organizationId: world.organization },
    query: { limit: 1 },
  });
  const foreign = { params: { organizationId: world.other }, query: { page: next!.page } };
  await refuses(world, 'listTeamsInOrganizationById', { ...as(world.otherAdmin), ...foreign }, 400, 'query.page');
  expect(mine.id).not.toBe(team);
});
