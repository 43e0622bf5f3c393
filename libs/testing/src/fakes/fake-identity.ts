import {
  knownUsers,
  memberCards,
  memberRoles,
  notFound,
  userProfiles,
  principalsByToken,
  subjects,
  userCards,
  type MemberRole,
  type OrganizationMember,
  type UserProfile as PersonCard,
  type Principal,
  type ResolveAccess,
  type ResolvedUser,
  type User,
  type UserCard,
} from '@bindery/contracts';
import { fakeBatch, fakeOperation, type Fake } from './fakes';
import { fakeOrganizations, type Publish, type Query } from './fake-organizations';
import { fakeTeams } from './fake-teams';
import { testPublicUrl } from '../environment/test-environment';

/** Identity as other services know it, by the users and organizations that `TestRecords` made. */
export const fakeIdentity = (query: Query, publish: Publish): Fake[] => [
  ...fakeOrganizations(query, publish),
  fakeBatch(principalsByToken, (hashes) => principalsOf(query, hashes)),
  fakeBatch(userCards, (ids) => cardsOf(query, ids)),
  fakeBatch(knownUsers, (ids, principal) => usersOf(query, ids, principal)),
  fakeBatch(userProfiles, (ids) => profilesOf(query, ids)),
  fakeBatch(memberCards, (keys) => membersByKey(query, keys)),
  ...fakeTeams(query, publish),
  ...fakeSubjects(query),
];

const fakeSubjects = (query: Query): Fake[] => [
  fakeOperation(subjects.findSubjects, async ({ body }) => ({
    users: await idsOf(
      query,
      'select user_id as id from membership where organization_id = $1 and user_id = any($2) and not disabled',
      [body.organization, body.users],
    ),
    teams: await idsOf(query, 'select id from team where organization_id = $1 and id = any($2)', [
      body.organization,
      body.teams,
    ]),
  })),
  fakeOperation(subjects.findMembership, async ({ body: { organization, user } }) => {
    const [member] = await membersOf(query, organization, user);
    if (!member) throw notFound('Member');
    const { role, disabled, teams } = member;
    return disabled ? { role: null, teams: [], disabled } : { role, teams, disabled };
  }),
  fakeOperation(subjects.resolveAccess, async ({ body }) => {
    const members = (await membersOf(query, body.organization)).filter(({ disabled }) => !disabled);
    const resolved = members.flatMap((member) => resolve(member, body));
    const { after = '', limit } = body;
    return { users: resolved.filter(({ user }) => user > after).slice(0, limit), count: resolved.length };
  }),
];

interface Member {
  user: string;
  role: MemberRole | null;
  disabled: boolean;
  teams: string[];
}

const membersOf = (query: Query, organization: string, user?: string): Promise<Member[]> =>
  query<Member>(
    `select user_id as "user", role, disabled, array(select team_id from team_membership t
       where t.organization_id = m.organization_id and t.user_id = m.user_id order by team_id) as teams
     from membership m where organization_id = $1 and ($2::text is null or user_id = $2) order by user_id`,
    [organization, user ?? null],
  );

/** By `memberKey`. */
async function membersByKey(query: Query, keys: string[]): Promise<Record<string, OrganizationMember>> {
  const found: Record<string, OrganizationMember> = {};
  for (const key of keys) {
    const [organization = '', id = ''] = key.split('/');
    const [member] = await membersOf(query, organization, id);
    if (!member) continue;
    const { role, disabled, teams } = member;
    const user = (await usersOf(query, [id]))[id]!;
    found[key] = { ...memberCards.missing!(key), role, disabled, user, teams: teams.length };
  }
  return found;
}

/** The highest role of all sources; nothing for a member without access, or with another role than the one asked for. */
function resolve({ user, role, teams }: Member, access: ResolveAccess): ResolvedUser[] {
  const roles = [role, role && access.defaultLevel, access.users[user], ...teams.map((team) => access.teams[team])];
  const permission = memberRoles.find((one) => roles.includes(one));
  if (!permission || (access.role && access.role !== permission)) return [];
  return [{ user, permission, role, teams }];
}

interface MembershipRow {
  key: string;
  user: string;
  token: string;
  organization: string | null;
  role: MemberRole | null;
  teams: Record<string, 'owner' | 'member'> | null;
  mergeRulesVersion: number;
}

/** One row for each organization of the users that a condition finds. */
const memberships = (key: string, from: string) => `
  select ${key} as key, u.id as "user", o.id as organization, m.role,
    (select json_object_agg(t.team_id, t.role) from team_membership t
     where t.organization_id = o.id and t.user_id = u.id) as teams,
    case when o.merge_rules ->> 'type' = 'rules' then o.version else 0 end as "mergeRulesVersion"
  from ${from} left join membership m on m.user_id = u.id and not m.disabled
  left join organization o on o.id = m.organization_id and o.deleted_at is null
  where ${key} = any($1)`;

async function organizationsByKey(query: Query, statement: string, keys: string[]) {
  const byKey = new Map<string, { user: string; organizations: Principal['organizations'] }>();
  for (const { key, user, organization, role, teams, mergeRulesVersion } of await query<MembershipRow>(statement, [
    keys,
  ])) {
    const found = byKey.get(key) ?? { user, organizations: {} };
    byKey.set(key, found);
    if (organization) found.organizations[organization] = { role, teams: teams ?? {}, mergeRulesVersion };
  }
  return byKey;
}

async function principalsOf(query: Query, hashes: string[]) {
  const found = await organizationsByKey(
    query,
    memberships('a.hash', 'api_token a join "user" u on u.id = a.user_id'),
    hashes,
  );
  return Object.fromEntries(
    [...found].map(([hash, of]) => [hash, { kind: 'user' as const, token: hash.slice(0, 22), ...of }]),
  );
}

interface UserRow {
  id: string;
  displayName: string;
  email: string;
  verified: boolean;
  emailNotifications: boolean;
}

const userRows = (query: Query, ids: string[]): Promise<UserRow[]> =>
  query<UserRow>(
    `select id, display_name as "displayName", email, email_verified_at is not null as verified,
       email_notifications as "emailNotifications" from "user" where id = any($1)`,
    [ids],
  );

/** With a caller those who share an organization with the caller. Addresses are hidden from guests. */
async function usersOf(query: Query, ids: string[], caller?: Principal): Promise<Record<string, User>> {
  const shared = await query<{ user: string; organization: string }>(
    'select user_id as "user", organization_id as organization from membership where user_id = any($1) and organization_id = any($2)',
    [ids, Object.keys(caller?.organizations ?? {})],
  );
  const sharedWith = (id: string) => shared.filter(({ user }) => user === id);
  const isKnown = (id: string) => !caller || id === caller.user || sharedWith(id).length > 0;
  const showsEmail = (id: string) =>
    !caller ||
    id === caller.user ||
    sharedWith(id).some(({ organization }) => caller.organizations[organization]!.role);
  const found = (await userRows(query, ids)).filter(({ id }) => isKnown(id));
  return Object.fromEntries(
    found.map(({ id, displayName, email }): [string, User] => {
      const urls = { location: `${testPublicUrl}/v1/users/${id}` };
      return [id, { object: 'user', id, displayName, ...(showsEmail(id) && { email }), urls }];
    }),
  );
}

/** With addresses, and the organizations whose members may see them. */
async function cardsOf(query: Query, ids: string[]): Promise<Record<string, UserCard>> {
  const [users, memberships] = await Promise.all([
    usersOf(query, ids),
    query<{ user: string; organization: string }>(
      'select user_id as "user", organization_id as organization from membership where user_id = any($1)',
      [ids],
    ),
  ]);
  const organizationsOf = (id: string) =>
    memberships.flatMap(({ user, organization }) => (user === id ? organization : []));
  return Object.fromEntries(
    Object.values(users).map((user): [string, UserCard] => [
      user.id,
      { ...user, organizations: organizationsOf(user.id) },
    ]),
  );
}

async function profilesOf(query: Query, ids: string[]): Promise<Record<string, PersonCard>> {
  const of = await organizationsByKey(query, memberships('u.id', '"user" u'), ids);
  return Object.fromEntries(
    (await userRows(query, ids)).map(({ verified, email, ...user }): [string, PersonCard] => [
      user.id,
      { ...user, ...(verified && { email }), organizations: of.get(user.id)?.organizations ?? {} },
    ]),
  );
}

const idsOf = async (query: Query, text: string, values: unknown[]): Promise<string[]> =>
  (await query<{ id: string }>(text, values)).map(({ id }) => id);
