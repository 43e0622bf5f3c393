import {
  spaceDeleted,
  spaceTransferred,
  type InvitationCreated,
  type OrganizationInviteLink,
} from '@bindery/contracts';
import {
  clientOf,
  createServiceOrganization,
  type TestUser,
  refuses,
  type ServiceOrganization,
  sql,
  until,
} from '@bindery/testing';
import { AcceptInvitations } from '../../src/invites/accept-invitations';

let world: ServiceOrganization;

beforeAll(async () => {
  world = await createServiceOrganization('identity');
});
afterAll(() => world.close());

const as = (person: TestUser) => ({ token: person.token });
const inOrganization = () => ({ organizationId: world.organization });

interface InviteAnswer {
  users: string[];
  invited: number;
  failedSSOEmails?: string[];
}

describe('inviting by e-mail', () => {
  const invite = (body: object, person = world.admin) =>
    world.api.expect<InviteAnswer>('inviteUsersToOrganization', { ...as(person), params: inOrganization(), body });
  const memberOf = (person: TestUser) =>
    clientOf(world, world.admin)
      .orgs.getMemberInOrganizationById(world.organization, person.id)
      .then(({ data }) => data);

  it('makes users members at once, each with a role', async () => {
    const [first, second] = [await world.records.user(), await world.records.user()];
    const emails = [first.email.toUpperCase(), { email: second.email, role: null }, world.reader.email];
    const answer = await invite({ emails, role: 'edit' });
    expect(answer).toEqual({ users: [first.id, second.id], invited: 2 });
    expect((await memberOf(first)).role).toBe('edit');
    expect((await memberOf(second)).role).toBeNull();
    // An existing member keeps their role.
    expect((await memberOf(world.reader)).role).toBe('read');
  });

  it('keeps invitations of unknown addresses until their owners sign up, and emits an event for the mail', async () => {
    const person = await world.records.user();
    await sql(world, `update identity."user" set email_verified_at = null where id = $1`, [person.id]);
    expect(await invite({ emails: [person.email], role: 'comment' })).toEqual({ users: [], invited: 1 });
    expect(await invite({ emails: [person.email], role: 'review' })).toEqual({ users: [], invited: 1 });
    const events = await sql<{ payload: InvitationCreated }>(
      world,
      `select envelope->'payload' as payload from identity.outbox where subject = 'event.identity.invitation.created'
       and envelope->'payload'->>'email' = $1 order by id`,
      [person.email],
    );
    expect(events.map(({ payload }) => payload)).toEqual(
      ['comment', 'review'].map((role) => ({
        invitation: expect.any(String) as string,
        email: person.email,
        role,
        sso: false,
        organizationTitle: 'First',
        invitedBy: world.admin.id,
        joined: false,
      })),
    );
    await refuses(world, 'getOrganizationById', { ...as(person), params: inOrganization() }, 404);
    const accept = world.platform.service.app.get(AcceptInvitations);
    expect(await accept.run(person)).toEqual([world.organization]);
    expect((await memberOf(person)).role).toBe('review');
    expect(await accept.run(person)).toEqual([]);
  });

  it('for single sign-on names users of another organization', async () => {
    const [free, bound] = [await world.records.user(), await world.records.user({ [world.other]: 'read' })];
    const answer = await invite({ emails: [free.email, bound.email], role: 'read', sso: true });
    expect(answer).toEqual({ users: [free.id, bound.id], invited: 2, failedSSOEmails: [bound.email] });
    expect((await memberOf(free)).sso).toBe(true);
    expect((await memberOf(bound)).sso).toBe(false);
  });

  it.each([
    [{ emails: [] }, 'body.emails'],
    [{}, 'body.emails'],
    [{ emails: ['nobody'] }, 'body.emails'],
    [{ emails: ['nobody@localhost'] }, 'body.emails'],
    [{ emails: [{ email: 'a@example.com', role: 'owner' }] }, 'body.emails'],
    [{ emails: Array.from({ length: 101 }, (_, index) => `a${index}@example.com`) }, 'body.emails'],
    [{ emails: ['a@example.com'], role: 'owner' }, 'body.role'],
    [{ emails: ['a@example.com'], sso: 'yes' }, 'body.sso'],
  ])('refuses %j', (body, field) =>
    refuses(world, 'inviteUsersToOrganization', { ...as(world.admin), params: inOrganization(), body }, 400, field),
  );

  it('is for administrators', () =>
    refuses(
      world,
      'inviteUsersToOrganization',
      { ...as(world.reader), params: inOrganization(), body: { emails: ['a@example.com'] } },
      403,
    ));
});

describe('invite links', () => {
  const make = async (role: string | null, person = world.admin): Promise<string> => {
    const { id } = await world.api.expect<OrganizationInviteLink>('createOrganizationInvite', {
      ...as(person),
      params: inOrganization(),
      body: { role },
    });
    return id;
  };
  const accept = (inviteId: string, person: TestUser, organizationId = world.organization) =>
    world.api.call('joinOrganizationWithInvite', { ...as(person), params: { organizationId, inviteId } });
  const roleOf = async (person: TestUser) =>
    (await clientOf(world, world.admin).orgs.getMemberInOrganizationById(world.organization, person.id)).data.role;

  it('let their holder join with their role, and raise a lower one', async () => {
    const id = await make('edit');
    expect(id).toMatch(/^[A-Za-z0-9]{32}$/);
    const person = await world.records.user();
    const answer = await clientOf(world, person).orgs.joinOrganizationWithInvite(world.organization, id);
    expect(answer.data).toEqual({});
    expect(await roleOf(person)).toBe('edit');
    const reader = await world.records.user({ [world.organization]: 'read' });
    await accept(id, reader);
    expect(await roleOf(reader)).toBe('edit');
    await accept(id, world.admin);
    expect(await roleOf(world.admin)).toBe('admin');
  });

  it('are not for a token that is good in another organization alone', async () => {
    const [id, person] = [await make('read'), await world.records.user({ [world.other]: 'read' })];
    const confineTo = (organization: string) =>
      world.records.query('update identity.api_token set organization_id = $1 where user_id = $2', [
        organization,
        person.id,
      ]);
    await confineTo(world.other);
    expect((await accept(id, person)).status).toBe(403);
    await confineTo(world.organization);
    expect((await accept(id, person)).status).toBe(200);
  });

  it('are listed, changed and revoked by administrators alone', async () => {
    const id = await make('read');
    const { orgs } = clientOf(world, world.admin);
    const list = await orgs.listOrganizationInviteLinks(world.organization, { limit: 1000 });
    expect(list.data.items).toContainEqual({ object: 'invite', id, role: 'read', redundant: true });
    const params = { ...inOrganization(), inviteId: id };
    for (const [operation, body] of [
      ['listOrganizationInviteLinks'],
      ['getOrganizationInviteLink'],
      ['createOrganizationInvite', { role: 'read' }],
      ['updateOrganizationInviteById', { role: 'admin' }],
      ['deleteOrganizationInviteById'],
    ] as const)
      await refuses(world, operation, { ...as(world.reader), params, body }, 403);
    for (const role of ['owner', undefined])
      await refuses(
        world,
        'updateOrganizationInviteById',
        { ...as(world.admin), params, body: { role } },
        400,
        'body.role',
      );
    await orgs.updateOrganizationInviteById(world.organization, id, { role: null });
    const person = await world.records.user();
    await accept(id, person);
    expect(await roleOf(person)).toBeNull();
    expect((await orgs.deleteOrganizationInviteById(world.organization, id)).status).toBe(204);
    expect((await orgs.deleteOrganizationInviteById(world.organization, id)).status).toBe(204);
    expect((await accept(id, await world.records.user())).status).toBe(404);
  });

  it('give no more than who made them has at the time', async () => {
    const maker = await world.records.user({ [world.organization]: 'admin' });
    const id = await make('admin', maker);
    const change = (body: object) =>
      world.api.expect('updateMemberInOrganizationById', {
        ...as(world.admin),
        params: { ...inOrganization(), userId: maker.id },
        body,
      });
    await change({ role: 'comment' });
    const person = await world.records.user();
    await accept(id, person);
    expect(await roleOf(person)).toBe('comment');
    await change({ disabled: true });
    expect((await accept(id, await world.records.user())).status).toBe(404);
  });

  it('lead to their own organization only', async () => {
    const id = await make('admin');
    expect((await accept(id, world.otherAdmin, world.other)).status).toBe(404);
    const params = { organizationId: world.other, inviteId: id };
    await refuses(world, 'getOrganizationInviteLink', { ...as(world.otherAdmin), params }, 404);
    await world.api.expect('deleteOrganizationInviteById', { ...as(world.otherAdmin), params });
    expect((await accept(id, await world.records.user())).status).toBe(200);
  });

  it('cannot be used when switched off or single sign-on is enforced', async () => {
    const id = await make('read');
    const { orgs } = clientOf(world, world.admin);
    await orgs.updateOrganizationById(world.organization, { inviteLinks: false });
    expect((await accept(id, await world.records.user())).status).toBe(404);
    const request = { ...as(world.admin), params: inOrganization(), body: { role: 'read' } };
    await refuses(world, 'createOrganizationInvite', request, 403);
    await orgs.updateOrganizationById(world.organization, { inviteLinks: true, sso: true });
    expect((await accept(id, await world.records.user())).status).toBe(403);
    await refuses(world, 'createOrganizationInvite', request, 403);
    await orgs.updateOrganizationById(world.organization, { sso: false });
    expect((await accept(id, await world.records.user())).status).toBe(200);
  });

  it('end with their space, and stay where they were made after it was restored or came back', async () => {
    const payload = { id: 'back', from: world.organization, to: world.other };
    const content = (aggregate: string) => ({ organization: world.organization, aggregate, version: 2 });
    const events = {
      restored: spaceDeleted({ ...content('restored'), payload: { space: 'restored' } }),
      back: spaceTransferred({ ...content('back'), payload }),
    };
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const linksTo = (space: string) =>
      sql<{ id: string }>(world, 'select id from identity.link_invite where target_id = $1 order by id', [space]);
    for (const [space, event] of Object.entries(events)) {
      for (const [name, madeAt] of [
        ['earlier', ago(6)],
        ['later', ago(4)],
      ])
        await sql(
          world,
          `insert into identity.link_invite (id, organization_id, target_type, target_id, created_by, created_at)
           values ($1, $2, 'space', $3, $4, $5)`,
          [`${name}-${space}`, world.organization, space, world.admin.id, madeAt],
        );
      await world.platform.service.publish(event, ago(5));
      await until(async () => (await linksTo(space)).every(({ id }) => id !== `earlier-${space}`));
      expect(await linksTo(space)).toEqual([{ id: `later-${space}` }]);
    }
  });

  it('do not bring back who was disabled', async () => {
    const id = await make('read');
    const person = await world.records.user({ [world.organization]: 'read' });
    await world.api.expect('updateMemberInOrganizationById', {
      ...as(world.admin),
      params: { ...inOrganization(), userId: person.id },
      body: { disabled: true },
    });
    expect((await accept(id, person)).status).toBe(403);
  });
});
