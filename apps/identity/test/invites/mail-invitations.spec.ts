import type { MemberRole, OrganizationMember } from '@bindery/contracts';
import { createServiceOrganization, type ServiceOrganization, sql, type TestUser } from '@bindery/testing';
import { AcceptInvitations } from '../../src/invites/accept-invitations';

let world: ServiceOrganization;
beforeAll(async () => void (world = await createServiceOrganization('identity')));
afterAll(() => world.close());

const as = (person: TestUser) => ({ token: person.token });
const inOrganization = () => ({ organizationId: world.organization });
const invite = (body: object, person = world.admin) =>
  world.api.expect('inviteUsersToOrganization', { ...as(person), params: inOrganization(), body });
const memberOf = ({ id: userId }: TestUser) =>
  world.api.expect<OrganizationMember>('getMemberInOrganizationById', {
    ...as(world.admin),
    params: { ...inOrganization(), userId },
  });

describe('of an address whose owner has not signed up', () => {
  const invited = async (role: MemberRole, inviter: TestUser) => {
    const person = await world.records.user();
    await sql(world, `update identity."user" set email_verified_at = null where id = $1`, [person.id]);
    await invite({ emails: [person.email], role }, inviter);
    return person;
  };
  const signUp = (person: TestUser) => world.platform.service.app.get(AcceptInvitations).run(person);

  it('gives no higher role than the inviter has at the time, and none once they are disabled or gone', async () => {
    const inviter = await world.records.user({ [world.organization]: 'admin' });
    const people = [await invited('admin', inviter), await invited('read', inviter), await invited('read', inviter)];
    const params = { ...inOrganization(), userId: inviter.id };
    const change = (body: object) =>
      world.api.expect('updateMemberInOrganizationById', { ...as(world.admin), params, body });
    await change({ role: 'comment' });
    expect(await signUp(people[0]!)).toEqual([world.organization]);
    expect((await memberOf(people[0]!)).role).toBe('comment');
    await change({ disabled: true });
    expect(await signUp(people[1]!)).toEqual([]);
    await change({ disabled: false });
    expect(await signUp(people[1]!)).toEqual([world.organization]);
    await world.api.expect('removeMemberFromOrganizationById', { ...as(world.admin), params });
    expect(await signUp(people[2]!)).toEqual([]);
  });

  it('leaves an audit row when it makes the user a member', async () => {
    const person = await invited('read', world.admin);
    await signUp(person);
    const rows = await sql<{ payload: object }>(
      world,
      `select envelope->'payload' as payload from identity.outbox
       where envelope->'payload'->>'action' = 'acceptInvitation' and envelope->'payload'->>'actor' = $1`,
      [person.id],
    );
    const target = { type: 'member', id: person.id };
    const record = { organization: world.organization, target, params: { role: 'read', invitedBy: world.admin.id } };
    expect(rows).toEqual([{ payload: expect.objectContaining(record) as object }]);
  });

  it('does not bring back a user who was removed since', async () => {
    const person = await invited('read', world.admin);
    await sql(world, `insert into identity.membership (organization_id, user_id, role) values ($1, $2, 'read')`, [
      world.organization,
      person.id,
    ]);
    const params = { ...inOrganization(), userId: person.id };
    await world.api.expect('removeMemberFromOrganizationById', { ...as(world.admin), params });
    expect(await signUp(person)).toEqual([]);
    await invite({ emails: [person.email], role: 'comment' });
    expect(await signUp(person)).toEqual([world.organization]);
  });

  it('ends after 30 days, and is removed then', async () => {
    const [late, early] = [await invited('read', world.admin), await invited('read', world.admin)];
    const age = (email: string, days: number) =>
      sql(world, `update identity.invitation set created_at = now() - $2 * interval '1 day' where email = $1`, [
        email,
        days,
      ]);
    await age(late.email, 30);
    await age(early.email, 29.9);
    expect([await signUp(late), await signUp(early)]).toEqual([[], [world.organization]]);
    await invited('read', world.admin);
    expect(await sql(world, 'select from identity.invitation where email = $1', [late.email])).toEqual([]);
  });

  it('is stored while another request removes ended ones', async () => {
    const { records } = world;
    const late = await invited('read', world.admin);
    await records.query(`update invitation set created_at = now() - interval '31 days' where email = $1`, [late.email]);
    await records.query('begin');
    await records.query(`delete from invitation where email = $1`, [late.email]);
    await invite({ emails: ['meanwhile@mail.example.org'], role: 'read' });
    await records.query('commit');
  });
});

it('says in the audit log which addresses were invited, and with which role', async () => {
  const person = await world.records.user();
  await invite({ emails: [{ email: person.email, role: null }, 'New@Mail.example.org'], role: 'edit' });
  const rows = await sql<{ params: object }>(
    world,
    `select envelope->'payload'->'params' as params from identity.outbox
     where envelope->'payload'->>'action' = 'inviteUsersToOrganization' order by id desc limit 1`,
  );
  const list = `${person.email} (guest), new@mail.example.org (edit)`;
  expect(rows).toEqual([{ params: { ...inOrganization(), invited: list } }]);
});
