import { createServiceOrganization, type ServiceOrganization, type TestUser } from '@bindery/testing';
import { AcceptInvitations } from '../../src/invites/accept-invitations';

let world: ServiceOrganization;
beforeAll(async () => void (world = await createServiceOrganization('identity')));
afterAll(() => world.close());

type Refusal = { error: { message: string } };

/** Makes the user a member of so many new organizations. */
const joinMany = ({ id }: TestUser, count: number) =>
  world.records.query(
    `with made as (
       insert into organization (id, title, type) select $1 || '-' || n, 'Many', 'business' from generate_series(1, $2) n
       returning id)
     insert into membership (organization_id, user_id, role) select id, $1, 'read' from made`,
    [id, count],
  );

it('a user is in at most 1,000 organizations, and signs in also with an invitation to one more', async () => {
  const { api, admin, organization, records } = world;
  const user = await records.user();
  await joinMany(user, 999);
  const create = () => api.call<Refusal>('createOrganization', { token: user.token, body: { title: 'One more' } });
  expect((await create()).status).toBe(201);
  const { status, body } = await create();
  expect([status, body.error.message]).toEqual([409, 'A user can be in at most 1000 organizations']);
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
  await records.query(
    `with made as (
       insert into team (id, organization_id, title) select $2 || '-' || n, $1, 'Many' from generate_series(1, 999) n
       returning id)
     insert into team_membership (team_id, organization_id, user_id, role) select id, $1, $2, 'member' from made`,
    [organization, member.id],
  );
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
