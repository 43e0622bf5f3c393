import { notFound, siteDeleted, type Site, sites } from '@bindery/contracts';
import { newId } from '@bindery/persistence';
import {
  clientOf,
  createServiceOrganization,
  type TestUser,
  refuses,
  type ServiceOrganization,
  sql,
  until,
  fakeOperation,
} from '@bindery/testing';
import { OrganizationPurge } from '../../src/organizations/organization-purge';

let world: ServiceOrganization;

beforeAll(async () => {
  world = await createServiceOrganization('identity', fakes);
});
afterAll(() => world.close());

const as = (person: TestUser) => ({ token: person.token });
const domainOf = ({ email }: TestUser): string => email.split('@')[1]!;

/** An organization with an administrator, which admits these domains. */
async function admitting(emailDomains: string[], settings: object = {}): Promise<{ id: string; admin: TestUser }> {
  const id = await world.records.organization('Admitting');
  const admin = await world.records.user({ [id]: 'admin' });
  await clientOf(world, admin).orgs.updateOrganizationById(id, { emailDomains, ...settings });
  return { id, admin };
}

/** The organizations of sites, by id. */
const owners = new Map<string, string>();

/** The id of a new site of the organization. */
function siteIn(organizationId: string): string {
  const id = newId();
  owners.set(id, organizationId);
  return id;
}

const fakes = [
  fakeOperation(sites.getSiteById, ({ params: { organizationId, siteId: id } }) => {
    if (owners.get(id) !== organizationId) throw notFound('Site');
    return { id } as Site;
  }),
];

describe('settings of an organization', () => {
  it.each(['create', 'review', 'edit', 'comment', 'read', null] as const)(
    'are not changed by a member with the role %s',
    async (role) => {
      const organizationId = await world.records.organization('Ours');
      const { token } = await world.records.user({ [organizationId]: role });
      const request = { token, params: { organizationId } };
      const { status } = await world.api.call('updateOrganizationById', { ...request, body: { title: 'Taken over' } });
      expect(status).toBe(403);
      expect((await world.api.expect<{ title: string }>('getOrganizationById', request)).title).toBe('Ours');
    },
  );

  it.each([
    ['title', 'x'],
    ['title', 'x'.repeat(256)],
    ['hostname', 'ab'],
    ['hostname', 'a'.repeat(33)],
    ['hostname', '-abc'],
    ['hostname', 'Upper'],
    ['defaultRole', 'guest'],
    ['defaultContent', { type: 'space', site: 'x' }],
    ['logo', 'ftp://example.com/logo.png'],
    ['logo', `https://example.com/${'x'.repeat(2048)}`],
    ['emailDomains', ['not a domain']],
    ['emailDomains', ['localhost']],
    ['emailDomains', ['192.168.0.1']],
    ['emailDomains', ['gmail.com']],
    ['emailDomains', ['Yahoo.co.uk']],
    ['emailDomains', Array.from({ length: 101 }, (_, index) => `d${index}.example.com`)],
    ['inviteLinks', 'yes'],
    ['mergeRules', { type: 'inherit' }],
  ])('refuse %s %j', async (field, value) => {
    const params = { organizationId: world.organization };
    const answer = await world.api.call<{ error: { details: { field: string }[] } }>('updateOrganizationById', {
      ...as(world.admin),
      params,
      body: { [field]: value },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details[0]!.field.startsWith(`body.${field}`)).toBe(true);
  });

  it('take bounds exactly, domains in any case and script, and null to clear', async () => {
    const { orgs } = clientOf(world, world.admin);
    const hostname = `a${'b'.repeat(31)}`;
    const site = siteIn(world.organization);
    const { data } = await orgs.updateOrganizationById(world.organization, {
      title: '😀'.repeat(255),
      hostname,
      emailDomains: ['Docs.Example.COM', 'münchen.example', 'docs.example.com.'],
      defaultContent: { type: 'site', site },
    });
    expect(data).toMatchObject({
      hostname,
      emailDomains: ['docs.example.com', 'xn--mnchen-3ya.example'],
      defaultContent: { type: 'site', site },
    });
    const cleared = await orgs.updateOrganizationById(world.organization, { defaultContent: null, title: 'ab' });
    expect(cleared.data.defaultContent).toBeUndefined();
    const subdomain = await clientOf(world, world.reader).subdomains.getSubdomain(hostname);
    expect(subdomain.data).toEqual({
      object: 'subdomain',
      subdomain: hostname,
      target: { type: 'organization', organization: world.organization },
      isActive: true,
    });
    await refuses(world, 'getSubdomain', { ...as(world.otherAdmin), params: { subdomain: hostname } }, 404);
    const taken = { ...as(world.otherAdmin), params: { organizationId: world.other }, body: { hostname } };
    await refuses(world, 'updateOrganizationById', taken, 409);
  });
});

describe('the default content', () => {
  const name = (site: string, organizationId = world.organization, by = world.admin) =>
    world.api.call('updateOrganizationById', {
      ...as(by),
      params: { organizationId },
      body: { defaultContent: { type: 'site', site } },
    });
  const shown = async (organization = world.organization, by = world.reader) =>
    (await clientOf(world, by).orgs.getOrganizationById(organization)).data.defaultContent;

  it('is a site of the organization, and no other', async () => {
    const site = siteIn(world.organization);
    expect((await name(site)).status).toBe(200);
    expect((await name('unknown')).status).toBe(404);
    expect((await name(siteIn(world.other))).status).toBe(404);
    expect(await shown()).toEqual({ type: 'site', site });
  });

  it('is forgotten with the site that is deleted, and with no other', async () => {
    const { organization, other, otherAdmin } = world;
    const [site, unnamed, elsewhere] = [siteIn(organization), siteIn(organization), siteIn(other)];
    await name(site);
    await name(elsewhere, other, otherAdmin);
    const remove = (id: string) => {
      const of = { organization: owners.get(id)!, aggregate: id, version: 2 };
      return world.platform.service.publish(siteDeleted({ ...of, payload: { site: id } }));
    };
    await remove(unnamed);
    await remove(elsewhere);
    // Events are handled in their order: the one before has been handled as well.
    await until(async () => (await shown(other, otherAdmin)) === undefined);
    expect(await shown()).toEqual({ type: 'site', site });
    await remove(site);
    await until(async () => (await shown()) === undefined);
  });
});

describe('joining', () => {
  it('takes a verified address in a domain of the organization, and gives its default role', async () => {
    const person = await world.records.user();
    const { id } = await admitting([domainOf(person).toUpperCase()], { defaultRole: 'comment' });
    const { status } = await clientOf(world, person).orgs.joinOrganization(id);
    expect(status).toBe(204);
    const { data } = await clientOf(world, person).orgs.getMemberInOrganizationById(id, person.id);
    expect(data.role).toBe('comment');
    expect((await clientOf(world, person).orgs.joinOrganization(id)).status).toBe(204);
  });

  it('is refused without the domain, to a parent of it and to an address that is not verified', async () => {
    const person = await world.records.user();
    const { id } = await admitting([`sub.${domainOf(person)}`, domainOf(person).split('.').slice(1).join('.')]);
    await refuses(world, 'joinOrganization', { ...as(person), params: { organizationId: id } }, 404);
    const unverified = await world.records.user();
    const other = await admitting([domainOf(unverified)]);
    await sql(world, `update identity."user" set email_verified_at = null where id = $1`, [unverified.id]);
    const request = { ...as(unverified), params: { organizationId: other.id } };
    await refuses(world, 'joinOrganization', request, 400);
    await refuses(world, 'joinOrganization', { ...request, params: { organizationId: 'unknown' } }, 400);
  });

  it('is off where single sign-on is enforced, and for disabled users', async () => {
    const person = await world.records.user();
    const { id, admin } = await admitting([domainOf(person)], { sso: true });
    const request = { ...as(person), params: { organizationId: id } };
    await refuses(world, 'joinOrganization', request, 403);
    await clientOf(world, admin).orgs.updateOrganizationById(id, { sso: false });
    await clientOf(world, person).orgs.joinOrganization(id);
    await world.api.expect('updateMemberInOrganizationById', {
      ...as(admin),
      params: { organizationId: id, userId: person.id },
      body: { disabled: true },
    });
    await refuses(world, 'getOrganizationById', request, 404);
    await refuses(world, 'joinOrganization', request, 403);
  });

  it('never counts a public mail domain, even one that is stored', async () => {
    const person = await world.records.user();
    await sql(world, `update identity."user" set email = $2 where id = $1`, [person.id, `${person.id}@gmail.com`]);
    const { id } = await admitting([]);
    await sql(world, `update identity.organization set email_domains = '{gmail.com}' where id = $1`, [id]);
    await refuses(world, 'joinOrganization', { ...as(person), params: { organizationId: id } }, 404);
    const found = await world.api.expect('getOrganizationsForEmailDomain', {
      ...as(person),
      params: { emailDomain: 'gmail.com' },
    });
    expect(found).toEqual({ organizations: [] });
  });

  it('is offered to users with a verified address in the domain', async () => {
    const person = await world.records.user();
    const { id } = await admitting([domainOf(person)]);
    const found = async (emailDomain: string) =>
      world.api.expect<{ organizations: { id: string }[] }>('getOrganizationsForEmailDomain', {
        ...as(person),
        params: { emailDomain },
      });
    for (const domain of [domainOf(person), domainOf(person).toUpperCase()])
      expect((await found(domain)).organizations.map((organization) => organization.id)).toEqual([id]);
    const foreign = { ...as(world.reader), params: { emailDomain: domainOf(person) } };
    await refuses(world, 'getOrganizationsForEmailDomain', foreign, 404);
  });

  it('a hundred times at once makes one membership', async () => {
    const person = await world.records.user();
    const { id } = await admitting([domainOf(person)]);
    const statuses = await Promise.all(
      Array.from({ length: 100 }, () =>
        world.api.call('joinOrganization', { ...as(person), params: { organizationId: id } }),
      ),
    );
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([204]));
    const rows = await sql(world, `select from identity.membership where organization_id = $1 and user_id = $2`, [
      id,
      person.id,
    ]);
    expect(rows).toHaveLength(1);
    const joined = `select from identity.outbox where subject = 'event.identity.member.joined' and envelope->>'organization' = $1`;
    expect(await sql(world, joined, [id])).toHaveLength(1);
  });
});

describe('deleting an organization', () => {
  it('hides it from all users at once, and purges it after seven days', async () => {
    const id = await world.records.organization('Going');
    const [admin, reader] = await Promise.all([
      world.records.user({ [id]: 'admin' }),
      world.records.user({ [id]: 'read' }),
    ]);
    await clientOf(world, admin).orgs.createOrganizationTeam(id, { title: 'Team', members: [reader.id] });
    const params = { organizationId: id };
    await refuses(world, 'deleteOrganizationById', { ...as(reader), params }, 403);
    await world.api.expect('deleteOrganizationById', { ...as(world.otherAdmin), params });
    await world.api.expect('deleteOrganizationById', { ...as(admin), params });
    for (const person of [admin, reader]) {
      await refuses(world, 'getOrganizationById', { ...as(person), params }, 404);
      await refuses(world, 'listMembersInOrganizationById', { ...as(person), params }, 404);
      expect(await world.api.expect('listOrganizationsForAuthenticatedUser', as(person))).toMatchObject({ items: [] });
    }
    expect((await world.api.call('deleteOrganizationById', { ...as(admin), params })).status).toBe(204);
    const [event] = await sql<{ purgeAfter: string }>(
      world,
      `select envelope->'payload'->>'purgeAfter' as "purgeAfter" from identity.outbox
       where subject = 'event.identity.organization.deleted' and envelope->>'organization' = $1`,
      [id],
    );
    const days = (Date.parse(event!.purgeAfter) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThanOrEqual(7);
    await until(async () => (await auditRows(id)) >= 2);
    await purgeAfter(6.99);
    expect(await rowsOf(id)).toEqual({ organization: 1, membership: 2, team: 1, team_membership: 1 });
    await purgeAfter(7.01);
    expect(await rowsOf(id)).toEqual({ organization: 0, membership: 0, team: 0, team_membership: 0 });
    expect(await auditRows(id)).toBe(0);
    expect(await rowsOf(world.organization)).toMatchObject({ organization: 1, membership: 3 });
  });

  const auditRows = async (id: string): Promise<number> =>
    (await sql(world, `select from identity.audit_event where organization_id = $1`, [id])).length;

  /** Runs the purge as it would run that many days from now. */
  async function purgeAfter(days: number): Promise<void> {
    const purge = world.platform.service.app.get(OrganizationPurge);
    while (await purge.step(new Date(Date.now() + days * 86_400_000)));
  }

  async function rowsOf(id: string): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const table of ['organization', 'membership', 'team', 'team_membership']) {
      const column = table === 'organization' ? 'id' : 'organization_id';
      counts[table] = (await sql(world, `select from identity.${table} where ${column} = $1`, [id])).length;
    }
    return counts;
  }
});

it('shows plan, trial, billing and blocking as they are configured', async () => {
  const { data } = await clientOf(world, world.admin).orgs.getOrganizationById(world.organization);
  expect(data).toMatchObject({ plan: 'enterprise_2024', trial: { status: 'notapplicable', count: 0 } });
  expect(data.billing).toBeUndefined();
  expect(data.blocked).toBeUndefined();
});
