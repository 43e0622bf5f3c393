import type { MemberRole } from '@bindery/contracts';
import { clientOf, createServiceOrganization, selfSigned, type TestOrganization } from '@bindery/testing';

const { certificate } = selfSigned();
const complete = {
  label: 'Company',
  entityID: 'https://idp.example.com',
  certificate,
  ssoURL: 'https://idp.example.com/sso',
};

let world: TestOrganization;
beforeAll(async () => void (world = await createServiceOrganization('identity')));
afterAll(() => world.close());

const admin = () => clientOf(world, world.admin).orgs;

/** The status and, for a refusal, its message. */
async function outcome(answer: Promise<unknown>): Promise<{ status: number; message: string }> {
  return answer.then(
    (response) => ({ status: (response as { status: number }).status, message: '' }),
    (error: { code?: number; errorMessage?: string }) => ({
      status: error.code ?? 0,
      message: error.errorMessage ?? '',
    }),
  );
}

describe('with the public client', () => {
  it('creates, reads, lists, changes and deletes providers', async () => {
    const { organization } = world;
    const team = await world.api.expect<{ id: string }>('createOrganizationTeam', {
      token: world.admin.token,
      params: { organizationId: organization },
      body: { title: 'Company people' },
    });
    const created = await admin().createOrganizationSamlProvider(organization, {
      ...complete,
      defaultTeam: team.id,
      defaultRole: 'edit' as never,
    });
    const { id } = created.data;
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(`http://bindery.test/v1/orgs/${organization}/saml/${id}`);
    expect(created.data).toMatchObject({
      object: 'saml-provider',
      ...complete,
      defaultRole: 'edit',
      defaultTeam: { object: 'team', id: team.id, title: 'Company people' },
      status: 'active',
      service: {
        acsURL: `http://bindery.test/saml/${id}/acs`,
        startURL: `http://bindery.test/saml/${id}/start`,
        entityID: `http://bindery.test/saml/${id}/metadata`,
      },
    });
    expect((await admin().getOrganizationSamlProviderById(organization, id)).data).toEqual(created.data);

    const { data: login } = await clientOf(world, world.reader).orgs.listSsoProviderLoginsInOrganization(organization);
    expect(login.items).toContainEqual({ id, label: 'Company', startURL: `http://bindery.test/saml/${id}/start` });

    const renamed = await admin().updateOrganizationSamlProvider(organization, id, {
      label: 'Firm',
      defaultRole: null,
    });
    expect(renamed.data).toMatchObject({ ...complete, label: 'Firm', defaultRole: null, defaultTeam: { id: team.id } });

    await world.api.expect('removeTeamFromOrganizationById', {
      token: world.admin.token,
      params: { organizationId: organization, teamId: team.id },
    });
    const teamless = await admin().getOrganizationSamlProviderById(organization, id);
    expect(teamless.data).not.toHaveProperty('defaultTeam');

    expect((await admin().deleteOrganizationSamlProvider(organization, id)).status).toBe(204);
    expect((await outcome(admin().getOrganizationSamlProviderById(organization, id))).status).toBe(404);
    expect((await admin().deleteOrganizationSamlProvider(organization, id)).status).toBe(204);
  });

  it('walks the list of providers page by page', async () => {
    const organizationId = await world.records.organization('Many');
    const { orgs } = clientOf(world, await world.records.user({ [organizationId]: 'admin' }));
    for (let i = 0; i < 5; i++) await orgs.createOrganizationSamlProvider(organizationId, { label: `Provider ${i}` });
    const labels: string[] = [];
    let page: string | undefined;
    do {
      const { data } = await orgs.listSamlProvidersInOrganizationById(organizationId, {
        limit: 2,
        ...(page && { page }),
      });
      expect(data.count).toBe(5);
      labels.push(...data.items.map(({ label }) => label));
      page = data.next?.page;
    } while (page);
    expect(labels).toEqual([0, 1, 2, 3, 4].map((i) => `Provider ${i}`));
  });

  it.each(['entityID', 'certificate', 'ssoURL'] as const)(
    'is pending without %s, and no way to sign in',
    async (field) => {
      const { organization } = world;
      const { [field]: value, ...rest } = complete;
      const { data } = await admin().createOrganizationSamlProvider(organization, rest);
      expect(data.status).toBe('pending');
      const logins = await admin().listSsoProviderLoginsInOrganization(organization);
      expect(logins.data.items.map(({ id }) => id)).not.toContain(data.id);
      const set = await admin().updateOrganizationSamlProvider(organization, data.id, { [field]: value });
      expect(set.data.status).toBe('active');
    },
  );
});

describe('refuses', () => {
  const rsa1024 = selfSigned({ rsa: 1024 }).certificate;
  const otherCurve = selfSigned({ curve: 'secp256k1' }).certificate;

  it.each<[string, string, unknown]>([
    ['label', 'no label', undefined],
    ['label', 'an empty label', ''],
    ['label', 'a label of 31 characters', 'x'.repeat(31)],
    ['entityID', 'an entityID of 1025 characters', 'x'.repeat(1025)],
    ['ssoURL', 'an ssoURL of 2049 characters', `https://idp.example.com/${'x'.repeat(2049 - 24)}`],
    ['ssoURL', 'an ssoURL that is no address', 'nowhere'],
    ['ssoURL', 'an ssoURL of another kind', 'javascript:alert(1)'],
    ['ssoURL', 'an ssoURL of the own machine', 'https://localhost/sso'],
    ['ssoURL', 'an ssoURL of a private network', 'https://10.1.2.3/sso'],
    ['ssoURL', 'an ssoURL of a private network in another spelling', 'http://0x7f.1:8080/sso'],
    ['ssoURL', 'an ssoURL of the metadata service', 'http://169.254.169.254/latest'],
    ['ssoURL', 'an ssoURL of the own machine in IPv6', 'https://[::1]/sso'],
    ['certificate', 'a certificate of 10001 characters', certificate + '\n'.repeat(10_001 - certificate.length)],
    ['certificate', 'a certificate that is none', 'not a certificate'],
    ['certificate', 'two certificates', certificate + certificate],
    ['certificate', 'a weak key', rsa1024],
    ['certificate', 'a key on an unusual curve', otherCurve],
    ['defaultRole', 'a role that is none', 'owner'],
    ['defaultTeam', 'a team that is none', 'unknown'],
  ])('%s: %s', async (field, _, value) => {
    const params = { organizationId: world.organization };
    const body = { ...complete, [field]: value };
    const { status, body: answer } = await world.api.call<{ error: { message: string; details: { field: string }[] } }>(
      'createOrganizationSAMLProvider',
      { token: world.admin.token, params, body },
    );
    expect(status).toBe(400);
    expect(answer.error.message).toContain(field);
    expect(answer.error.details[0]!.field).toBe(`body.${field}`);
  });

  it('nothing that is within the bounds', async () => {
    const { organization } = world;
    const body = {
      label: '😀'.repeat(30),
      entityID: 'x'.repeat(1024),
      ssoURL: `https://idp.example.com/${'x'.repeat(2048 - 24)}`,
      certificate: certificate + '\n'.repeat(10_000 - certificate.length),
    };
    expect((await outcome(admin().createOrganizationSamlProvider(organization, body))).status).toBe(201);
    const bare = certificate.replace(/-----.*?-----/g, '').trim();
    const set = await outcome(admin().createOrganizationSamlProvider(organization, { ...complete, certificate: bare }));
    expect(set.status).toBe(201);
  });

  it('a team of another organization', async () => {
    const foreign = await world.api.expect<{ id: string }>('createOrganizationTeam', {
      token: world.otherAdmin.token,
      params: { organizationId: world.other },
      body: { title: 'Foreign' },
    });
    const made = admin().createOrganizationSamlProvider(world.organization, { ...complete, defaultTeam: foreign.id });
    expect((await outcome(made)).message).toContain('defaultTeam');
  });

  it.each<MemberRole | 'guest'>(['guest', 'read', 'comment', 'edit', 'review', 'create'])(
    'everything but signing in to a member who is %s',
    async (role) => {
      const { organization } = world;
      const { data } = await admin().createOrganizationSamlProvider(organization, complete);
      const person = await world.records.user({ [organization]: role === 'guest' ? null : role });
      const { orgs } = clientOf(world, person);
      const tries = [
        orgs.listSamlProvidersInOrganizationById(organization),
        orgs.createOrganizationSamlProvider(organization, complete),
        orgs.getOrganizationSamlProviderById(organization, data.id),
        orgs.updateOrganizationSamlProvider(organization, data.id, { label: 'Mine' }),
        orgs.deleteOrganizationSamlProvider(organization, data.id),
      ];
      for (const { status } of await Promise.all(tries.map(outcome))) expect(status).toBe(403);
      expect((await orgs.listSsoProviderLoginsInOrganization(organization)).status).toBe(200);
    },
  );

  it('any object of another organization, by any mixture of ids', async () => {
    const { organization, other } = world;
    const { data: ours } = await admin().createOrganizationSamlProvider(organization, complete);
    const { orgs } = clientOf(world, world.otherAdmin);
    for (const [where, id] of [
      [organization, ours.id],
      [other, ours.id],
    ] as const) {
      expect((await outcome(orgs.getOrganizationSamlProviderById(where, id))).status).toBe(404);
      expect((await outcome(orgs.updateOrganizationSamlProvider(where, id, { label: 'Mine' }))).status).toBe(404);
      expect((await outcome(orgs.deleteOrganizationSamlProvider(where, id))).status).toBe(204);
    }
    expect((await outcome(orgs.listSsoProviderLoginsInOrganization(organization))).status).toBe(404);
    const page = (await admin().listSamlProvidersInOrganizationById(organization, { limit: 1 })).data.next!.page;
    expect((await outcome(orgs.listSamlProvidersInOrganizationById(other, { page }))).status).toBe(400);
    expect((await admin().getOrganizationSamlProviderById(organization, ours.id)).data).toEqual(ours);
  });
});
