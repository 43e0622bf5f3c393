import { jwtVerify } from 'jose';
import {
  clientOf,
  createServiceOrganization,
  refuses,
  secretSettings,
  sql,
  type TestOrganization,
} from '@bindery/testing';
import { visitorClaimsKey } from '../../src/members/visitor-claims';

let world: TestOrganization;

beforeAll(async () => {
  world = await createServiceOrganization('identity');
});
afterAll(() => world.close());

const list = (query: object = {}, person = world.admin) =>
  clientOf(world, person)
    .orgs.listMembersInOrganizationById(world.organization, query)
    .then(({ data }) => data);

describe('the list of members', () => {
  it('is sorted by joining, newest first, and the other way round', async () => {
    const newest = await list();
    const oldest = await list({ order: 'asc' });
    expect(newest.count).toBe(3);
    expect(newest.items.map(({ id }) => id)).toEqual(oldest.items.map(({ id }) => id).reverse());
    const joined = newest.items.map(({ joinedAt }) => joinedAt);
    expect(joined).toEqual([...joined].sort().reverse());
  });

  it('is filtered by role, guests included', async () => {
    expect((await list({ role: 'admin' })).items.map(({ id }) => id)).toEqual([world.admin.id]);
    const guests = await list({ role: 'guest' });
    expect(guests.items.map(({ id, role }) => [id, role])).toEqual([[world.guest.id, null]]);
    expect(guests.count).toBe(1);
  });

  it('is searched by display name and e-mail address, in any case and literally', async () => {
    const { items } = await list({ search: world.reader.email.toUpperCase() });
    expect(items.map(({ id }) => id)).toEqual([world.reader.id]);
    expect((await list({ search: `r ${world.guest.id.slice(-4)}` })).items.map(({ id }) => id)).toEqual([
      world.guest.id,
    ]);
    for (const search of ['%', '_', '\\', "'", 'null']) expect((await list({ search })).items).toEqual([]);
  });

  it('has only active members when sorted by last being seen', async () => {
    await clientOf(world, world.reader).orgs.updateOrganizationMemberLastSeenAt(world.organization);
    const { items } = await list({ sort: 'lastSeenAt' });
    expect(items.map(({ id }) => id)).toEqual([world.reader.id]);
    expect(items[0]!.lastSeenAt).toBeDefined();
  });

  it('is walked in pages without a gap', async () => {
    const seen: string[] = [];
    let page: string | undefined;
    do {
      const answer = await list({ limit: 1, order: 'asc', page });
      seen.push(...answer.items.map(({ id }) => id));
      page = answer.next?.page;
    } while (page);
    expect(seen).toEqual((await list({ order: 'asc' })).items.map(({ id }) => id));
  });

  it.each([
    ['order', 'up'],
    ['role', 'owner'],
    ['sort', 'name'],
    ['search', 'x'.repeat(513)],
  ])('refuses a %s that is not known', (name, value) =>
    refuses(
      world,
      'listMembersInOrganizationById',
      { token: world.admin.token, params: { organizationId: world.organization }, query: { [name]: value } },
      400,
      `query.${name}`,
    ),
  );

  it('refuses the page of a list with another filter', async () => {
    const { next } = await list({ limit: 1 });
    await refuses(
      world,
      'listMembersInOrganizationById',
      {
        token: world.admin.token,
        params: { organizationId: world.organization },
        query: { page: next!.page, role: 'admin' },
      },
      400,
      'query.page',
    );
  });

  it('is not for guests', () =>
    refuses(
      world,
      'listMembersInOrganizationById',
      { token: world.guest.token, params: { organizationId: world.organization } },
      403,
    ));
});

describe('a member', () => {
  const of = (userId: string) => ({ organizationId: world.organization, userId });

  it('is shown to members, and to guests only themselves', async () => {
    const { data } = await clientOf(world, world.reader).orgs.getMemberInOrganizationById(
      world.organization,
      world.admin.id,
    );
    expect(data).toMatchObject({ object: 'member', role: 'admin', disabled: false, sso: false, teams: 0 });
    expect(data.user).toMatchObject({ object: 'user', id: world.admin.id, email: world.admin.email });
    await world.api.expect('getMemberInOrganizationById', { token: world.guest.token, params: of(world.guest.id) });
    await refuses(world, 'getMemberInOrganizationById', { token: world.guest.token, params: of(world.admin.id) }, 403);
  });

  it('changes role by administrators alone; null makes a guest', async () => {
    const { id } = await world.records.user({ [world.organization]: 'read' });
    const { orgs } = clientOf(world, world.admin);
    const { data } = await orgs.updateMemberInOrganizationById(world.organization, id, { role: null });
    expect(data.role).toBeNull();
    const body = { role: 'admin' };
    await refuses(world, 'updateMemberInOrganizationById', { token: world.reader.token, params: of(id), body }, 403);
    const bad = { token: world.admin.token, params: of(id), body: { role: 'owner' } };
    await refuses(world, 'updateMemberInOrganizationById', bad, 400, 'body.role');
    await refuses(
      world,
      'updateMemberInOrganizationById',
      { token: world.admin.token, params: of(world.otherAdmin.id), body },
      404,
    );
  });

  it('signs in by single sign-on once set to', async () => {
    const { id } = await world.records.user({ [world.organization]: 'read' });
    const { orgs } = clientOf(world, world.admin);
    expect((await orgs.setUserAsSsoMemberForOrganization(world.organization, id)).data.sso).toBe(true);
    expect((await orgs.getMemberInOrganizationById(world.organization, id)).data.sso).toBe(true);
    await refuses(world, 'setUserAsSSOMemberForOrganization', { token: world.reader.token, params: of(id) }, 403);
  });

  it('leaves, and is removed by administrators alone; who is absent is removed already', async () => {
    const { orgs } = clientOf(world, world.admin);
    const [leaving, removed] = await Promise.all([
      world.records.user({ [world.organization]: 'read' }),
      world.records.user({ [world.organization]: 'read' }),
    ]);
    await refuses(world, 'removeMemberFromOrganizationById', { token: leaving.token, params: of(removed.id) }, 403);
    await clientOf(world, leaving).orgs.removeMemberFromOrganizationById(world.organization, leaving.id);
    await orgs.removeMemberFromOrganizationById(world.organization, removed.id);
    const again = await orgs.removeMemberFromOrganizationById(world.organization, removed.id);
    expect(again.status).toBe(204);
    for (const { id } of [leaving, removed])
      await expect(orgs.getMemberInOrganizationById(world.organization, id)).rejects.toMatchObject({ code: 404 });
    const events = await sql(
      world,
      `select from identity.outbox where subject = 'event.identity.member.removed' and envelope->'payload'->>'user' = any($1)`,
      [[leaving.id, removed.id]],
    );
    expect(events).toHaveLength(2);
  });

  it('who is the last administrator stays, enabled and in the role', async () => {
    const params = of(world.admin.id);
    const { token } = world.admin;
    await refuses(world, 'removeMemberFromOrganizationById', { token, params }, 409);
    for (const body of [{ role: 'create' }, { role: null }, { disabled: true }])
      await refuses(world, 'updateMemberInOrganizationById', { token, params, body }, 409);
    const second = await world.records.user({ [world.organization]: 'admin' });
    await world.api.expect('updateMemberInOrganizationById', {
      token,
      params: of(second.id),
      body: { disabled: true },
    });
    // A disabled administrator does not count.
    await refuses(world, 'updateMemberInOrganizationById', { token, params, body: { role: 'edit' } }, 409);
  });
});

describe('ping', () => {
  const lastSeen = async (user: string) => {
    const [row] = await sql<{ at: Date; version: string }>(
      world,
      `select last_seen_at as at, xmin::text as version from identity.membership where organization_id = $1 and user_id = $2`,
      [world.organization, user],
    );
    return row!;
  };
  const ping = (person = world.reader) =>
    clientOf(world, person)
      .orgs.updateOrganizationMemberLastSeenAt(world.organization)
      .then(({ data }) => data as { serviceVisitorClaims?: string });

  it('writes once a minute at most', async () => {
    const { guest } = world;
    await ping(guest);
    const first = await lastSeen(guest.id);
    await Promise.all(Array.from({ length: 10 }, () => ping(guest)));
    expect(await lastSeen(guest.id)).toEqual(first);
    await sql(world, `update identity.membership set last_seen_at = now() - interval '61 seconds' where user_id = $1`, [
      guest.id,
    ]);
    await ping(guest);
    expect((await lastSeen(guest.id)).at.getTime()).toBeGreaterThan(first.at.getTime() - 1);
  });

  it('answers claims that only the key of the organization verifies', async () => {
    const { serviceVisitorClaims } = await ping();
    const secret = Buffer.from(secretSettings('identity').SECRET_KEY!, 'base64url');
    const verified = await jwtVerify(serviceVisitorClaims!, visitorClaimsKey(secret, world.organization), {
      algorithms: ['HS256'],
      audience: world.organization,
    });
    expect(verified.payload).toMatchObject({ sub: world.reader.id, role: 'read', organization: world.organization });
    expect(verified.payload.exp! - verified.payload.iat!).toBe(3600);
    await expect(jwtVerify(serviceVisitorClaims!, visitorClaimsKey(secret, world.other))).rejects.toThrow();
  });
});
