import { Database } from '@bindery/persistence';
import { createServiceOrganization, until, type ServiceOrganization, type TestUser } from '@bindery/testing';
import { AcceptInvitations } from '../../src/invites/accept-invitations';
import { MemberRepository } from '../../src/members/member.repository';
import { TeamMemberRepository } from '../../src/teams/team-member.repository';
import { TeamRepository } from '../../src/teams/team.repository';

let world: ServiceOrganization;
beforeAll(async () => void (world = await createServiceOrganization('identity')));
afterAll(() => world.close());

type Refusal = { error: { message: string } };

const part = <T>(type: abstract new (...args: never[]) => T): T => world.platform.service.app.get(type);

/** Commits the first work once the second one has ended, or waits for it. Returns the outcome of the second one. */
async function meanwhile(first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<string> {
  const db = part(Database);
  const [begun, ending] = [signal(), signal()];
  const one = db.transaction(async () => {
    await first();
    begun.give();
    await ending.given;
  });
  await begun.given;
  let outcome = '';
  const other = db.transaction(second).then(
    () => (outcome = 'done'),
    (error: Error) => (outcome = error.message),
  );
  const waiting = `select from pg_locks where not granted`;
  await until(async () => outcome !== '' || (await world.records.query(waiting)).length > 0);
  ending.give();
  await Promise.all([one, other]);
  return outcome;
}

function signal(): { given: Promise<void>; give: () => void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give };
}

/** Makes the user a member of so many new organizations. */
const joinMany = ({ id }: TestUser, count: number) =>
  world.records.query(
    `with made as (
       insert into organization (id, title, type) select $1 || '-' || n, 'Many', 'business' from generate_series(1, $2) n
       returning id)
     insert into membership (organization_id, user_id, role) select id, $1, 'read' from made`,
    [id, count],
  );

/** Makes the member join so many new teams. */
const joinManyTeams = ({ id }: TestUser, count: number) =>
  world.records.query(
    `with made as (
       insert into team (id, organization_id, title) select $2 || '-' || n, $1, 'Many' from generate_series(1, $3) n
       returning id)
     insert into team_membership (team_id, organization_id, user_id, role) select id, $1, $2, 'member' from made`,
    [world.organization, id, count],
  );

it('a user is in at most 1,000 organizations, and signs in also with an invitation to one more', async () => {
  const { api, admin, organization, records } = world;
  const user = await records.user();
  await joinMany(user, 999);
  const create = () =>
    api.call<Refusal & { id: string }>('createOrganization', { token: user.token, body: { title: 'One more' } });
  const { status: created, body: made } = await create();
  expect(created).toBe(201);
  const { status, body } = await create();
  expect([status, body.error.message]).toEqual([409, 'A user can be in at most 1000 organizations']);
  // A deleted one makes room at once.
  await api.expect('deleteOrganizationById', { token: user.token, params: { organizationId: made.id } });
  expect((await create()).status).toBe(201);
  const invite = { token: admin.token, params: { organizationId: organization }, body: { emails: [user.email] } };
  expect((await api.call('inviteUsersToOrganization', invite)).status).toBe(409);

  await records.query('update "user" set email_verified_at = null where id = $1', [user.id]);
  expect((await api.call('inviteUsersToOrganization', invite)).status).toBe(200);
  const accept = () => world.platform.service.app.get(AcceptInvitations).run(user);
  expect(await accept()).toEqual([]);
  await records.query('delete from membership where user_id = $1 and organization_id = $2', [user.id, `${user.id}-1`]);
  expect(await accept()).toEqual([organization]);
});

it('a member is in at most 1,000 teams of an organization', async () => {
  const { api, admin, organization, records } = world;
  const member = await records.user({ [organization]: 'read' });
  await joinManyTeams(member, 999);
  const create = () =>
    api.call<Refusal>('createOrganizationTeam', {
      token: admin.token,
      params: { organizationId: organization },
      body: { title: 'One more', members: [member.id] },
    });
  expect((await create()).status).toBe(201);
  const { status, body } = await create();
  expect([status, body.error.message]).toEqual([409, 'A member can be in at most 1000 teams of an organization']);
});

it('two requests at once add no user to more organizations or teams than that', async () => {
  const { organization, records } = world;
  const user = await records.user({ [organization]: 'read' });
  await joinMany(user, 998);
  const others = [await records.organization('One'), await records.organization('Another')] as const;
  const join = (other: string) => () => part(MemberRepository).add(other, user.id, 'read');
  expect(await meanwhile(join(others[0]), join(others[1]))).toBe('A user can be in at most 1000 organizations');

  const member = await records.user({ [organization]: 'read' });
  await joinManyTeams(member, 999);
  const enter = (id: string) => async () => {
    await records.query(`insert into team (id, organization_id, title) values ($1, $2, 'Team')`, [id, organization]);
    const team = await part(TeamRepository).find(organization, id);
    await part(TeamMemberRepository).add(team!, [member.id]);
  };
  const teams = [enter(`${member.id}-a`), enter(`${member.id}-b`)] as const;
  expect(await meanwhile(...teams)).toBe('A member can be in at most 1000 teams of an organization');
});
