import { subjects, type MemberRole, type ResolveAccess, type ResolvedUser } from '@bindery/contracts';
import {
  createServiceOrganization,
  type TestUser,
  principalOf,
  type ServiceOrganization,
  sharing,
} from '@bindery/testing';

type Roles = Record<string, MemberRole>;
/** Grants to people and teams by the names that they have here. */
type NamedGrants = Partial<Pick<ResolveAccess, 'role' | 'after' | 'limit' | 'defaultLevel' | 'users' | 'teams'>>;

let world: ServiceOrganization;
let people: Record<string, TestUser>;
let teams: Record<string, string>;

beforeAll(async () => {
  world = await createServiceOrganization('identity');
  const { organization, other, admin, otherAdmin, reader, guest } = world;
  const commenter = await world.records.user({ [organization]: 'comment' });
  const disabled = await world.records.user({ [organization]: 'edit' });
  const inBoth = await world.records.user({ [organization]: null, [other]: 'read' });
  people = { admin, reader, guest, commenter, disabled, inBoth, stranger: otherAdmin };
  const make = sharing(world);
  teams = {
    writers: await make.team(reader, guest, disabled),
    helpers: await make.team(guest),
    foreign: await sharing({ ...world, organization: other, admin: otherAdmin }).team(inBoth),
  };
  await world.api.expect('updateMemberInOrganizationById', {
    token: admin.token,
    params: { organizationId: organization, userId: disabled.id },
    body: { disabled: true },
  });
});
afterAll(() => world.close());

const asAdmin = () => principalOf(world.admin.id, world.organization);
const nameOf = (id: string) => Object.keys(people).find((name) => people[name]!.id === id)!;
const byId = (roles: Roles, idOf: (name: string) => string): Roles =>
  Object.fromEntries(Object.entries(roles).map(([name, role]) => [idOf(name), role]));

async function resolve({ users = {}, teams: ofTeams = {}, ...others }: NamedGrants = {}) {
  const roles = { users: byId(users, (name) => people[name]!.id), teams: byId(ofTeams, (name) => teams[name]!) };
  const body = { organization: world.organization, defaultLevel: null, limit: 100, ...others, ...roles };
  return world.platform.service.callAs('content', subjects.resolveAccess, { principal: asAdmin(), body });
}

/** The role of each user with access. */
async function rolesBy(grants: NamedGrants): Promise<Roles> {
  const { users, count } = await resolve(grants);
  expect(count).toBe(users.length);
  return Object.fromEntries(users.map(({ user, permission }) => [nameOf(user), permission]));
}

describe('the access of members', () => {
  const own: Roles = { admin: 'admin', reader: 'read', commenter: 'comment' };

  it.each<[source: string, grants: NamedGrants, roles: Roles]>([
    ['their roles in the organization', {}, own],
    ['the default, which guests do not have', { defaultLevel: 'edit' }, { ...own, reader: 'edit', commenter: 'edit' }],
    ['the default where it is higher', { defaultLevel: 'read' }, own],
    [
      'grants to users where they are higher',
      { users: { admin: 'read', reader: 'review', guest: 'comment' } },
      { ...own, reader: 'review', guest: 'comment' },
    ],
    ['grants to teams', { teams: { writers: 'create' } }, { ...own, reader: 'create', guest: 'create' }],
    [
      'the higher of the grants to two teams',
      { teams: { writers: 'comment', helpers: 'review' } },
      { ...own, reader: 'comment', guest: 'review' },
    ],
    [
      'the highest of all',
      { defaultLevel: 'edit', users: { reader: 'read', guest: 'review' }, teams: { writers: 'comment' } },
      { ...own, reader: 'edit', commenter: 'edit', guest: 'review' },
    ],
  ])('is by %s', async (_, grants, roles) => {
    expect(await rolesBy(grants)).toEqual(roles);
  });

  it('is not given to disabled members, to strangers, or by teams of another organization', async () => {
    expect(await rolesBy({ users: { disabled: 'admin', stranger: 'admin' } })).toEqual(own);
    expect(await rolesBy({ teams: { foreign: 'admin' } })).toEqual(own);
  });

  it('has the role in the organization, and those of the teams in which the user is', async () => {
    const { users } = await resolve({ teams: { helpers: 'edit', writers: 'edit' }, users: { commenter: 'edit' } });
    const found = Object.fromEntries(users.map((user) => [nameOf(user.user), user]));
    const expected = (name: string, others: Partial<ResolvedUser>) => ({
      user: people[name]!.id,
      permission: 'edit',
      teams: [],
      ...others,
    });
    expect(found).toMatchObject({
      reader: expected('reader', { role: 'read', teams: [teams.writers!] }),
      guest: expected('guest', { role: null, teams: [teams.helpers!, teams.writers!].sort() }),
      commenter: expected('commenter', { role: 'comment' }),
    });
  });

  it('is filtered by the effective role', async () => {
    const grants: NamedGrants = { defaultLevel: 'edit', users: { guest: 'edit' } };
    const edit = { reader: 'edit', commenter: 'edit', guest: 'edit' };
    expect(await rolesBy({ ...grants, role: 'edit' })).toEqual(edit);
    expect(await rolesBy({ ...grants, role: 'admin' })).toEqual({ admin: 'admin' });
    expect(await rolesBy({ ...grants, role: 'comment' })).toEqual({});
  });

  it('is listed in pages in the order of ids, with the count of all', async () => {
    const all = ['admin', 'reader', 'commenter'].map((name) => people[name]!.id).sort();
    const page = async (given: NamedGrants) => {
      const { users, count } = await resolve(given);
      return { users: users.map(({ user }) => user), count };
    };
    expect(await page({ limit: 2 })).toEqual({ users: all.slice(0, 2), count: 3 });
    expect(await page({ limit: 2, after: all[1] })).toEqual({ users: all.slice(2), count: 3 });
    expect(await page({ limit: 2, after: all[2] })).toEqual({ users: [], count: 3 });
  });
});

it('finds the members who are not disabled, and the teams of the organization', async () => {
  const ids = [...Object.values(people).map(({ id }) => id), 'unknown'];
  const body = { organization: world.organization, users: ids, teams: [...Object.values(teams), 'unknown'] };
  const found = await world.platform.service.callAs('content', subjects.findSubjects, { principal: asAdmin(), body });
  const members = ['admin', 'reader', 'guest', 'commenter', 'inBoth'].map((name) => people[name]!.id);
  expect(found.users.sort()).toEqual(members.sort());
  expect(found.teams.sort()).toEqual([teams.writers, teams.helpers].sort());
});

it('finds the membership of a member, with teams of the organization alone, and nothing of a disabled one', async () => {
  const membershipOf = (name: string) =>
    world.platform.service.callAs('content', subjects.findMembership, {
      principal: asAdmin(),
      body: { organization: world.organization, user: people[name]!.id },
    });
  expect(await membershipOf('reader')).toEqual({ role: 'read', teams: [teams.writers], disabled: false });
  const { teams: ofGuest, ...guest } = await membershipOf('guest');
  expect(guest).toEqual({ role: null, disabled: false });
  expect(ofGuest.sort()).toEqual([teams.writers, teams.helpers].sort());
  expect(await membershipOf('inBoth')).toEqual({ role: null, teams: [], disabled: false });
  expect(await membershipOf('disabled')).toEqual({ role: null, teams: [], disabled: true });
  await expect(membershipOf('stranger')).rejects.toMatchObject({ code: 404 });
});
