import { request } from 'node:http';
import type { Integration, Page } from '@bindery/contracts';
import {
  createServiceOrganization,
  eventsOf,
  freshName,
  install,
  manifest,
  publish,
  refuses,
  sql,
  type TestOrganization,
} from '@bindery/testing';

let world: TestOrganization;
beforeAll(async () => (world = await createServiceOrganization('integrations')));
afterAll(() => world.close());

const get = (integrationName: string, token = world.admin.token) =>
  world.api.expect<Integration>('getIntegrationByName', { token, params: { integrationName } });

const publishing = (integrationName: string, change: object = {}, token = world.admin.token) => ({
  token,
  params: { integrationName },
  body: { ...manifest(world), ...change },
});

it('answers what was published, with a version that goes up', async () => {
  const name = await publish(world);
  const first = await get(name);
  expect(first).toMatchObject({
    name,
    version: 1,
    title: 'Example',
    target: 'all',
    verified: false,
    visibility: 'private',
    blocks: [{ id: 'card', urlUnfurl: ['https://cards.example.com'] }],
    contentSecurityPolicy: { 'default-src': "'none'" },
    owner: { id: world.organization, title: 'First' },
    permissions: { admin: true },
  });
  await publish(world, { title: 'Second', summary: undefined, contentSecurityPolicy: "default-src 'self'" }, name);
  const second = await get(name);
  expect(second).toMatchObject({ version: 2, title: 'Second', contentSecurityPolicy: "default-src 'self'" });
  expect(second.summary).toBeUndefined();
});

it('hands out icons and previews, and refuses what is no image', async () => {
  const { urls, previewImages } = await get(await publish(world));
  for (const url of [urls.icon!, ...previewImages]) {
    const { pathname, search } = new URL(url);
    const response = await fetch(world.platform.baseUrl + pathname + search);
    expect({ status: response.status, type: response.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'image/png',
    });
  }
  const html = Buffer.from('<script>alert(1)</script>').toString('base64');
  await refuses(world, 'publishIntegration', publishing(freshName(), { icon: html }), 400, 'body.icon');
  await refuses(world, 'publishIntegration', publishing(freshName(), { icon: 'not base64!' }), 400, 'body.icon');
});

it('takes an id or a subdomain for the organization, of which the caller must be an administrator', async () => {
  const hostname = `host-${world.organization.toLowerCase()}`;
  await world.records.query('update organization set hostname = $2 where id = $1', [world.organization, hostname]);
  const { owner } = await get(await publish(world, { organization: hostname }));
  expect(owner.id).toBe(world.organization);
  for (const organization of ['nobody', world.other])
    await refuses(world, 'publishIntegration', publishing(freshName(), { organization }), 404);
  await refuses(world, 'publishIntegration', publishing(freshName(), {}, world.reader.token), 403);
});

it('reserves a name for its first owner, in any spelling, also after it was unpublished', async () => {
  const name = await publish(world, { visibility: 'public' }, 'Taken.by-First_1');
  const theirs = { organization: world.other };
  const attempts = [name, name.toLowerCase(), name.toUpperCase()];
  for (const other of attempts)
    await refuses(world, 'publishIntegration', publishing(other, theirs, world.otherAdmin.token), 409);
  await refuses(world, 'publishIntegration', publishing(name.toUpperCase()), 409);
  await world.api.expect('unpublishIntegration', { token: world.admin.token, params: { integrationName: name } });
  await refuses(world, 'getIntegrationByName', { token: world.admin.token, params: { integrationName: name } }, 404);
  await refuses(world, 'publishIntegration', publishing(name, theirs, world.otherAdmin.token), 409);
  await publish(world, {}, name);
  expect((await get(name)).version).toBe(2);
});

it('lets one of two win who publish a new name at the same time', async () => {
  const name = freshName();
  const answers = await Promise.all([
    world.api.call('publishIntegration', publishing(name)),
    world.api.call('publishIntegration', publishing(name, { organization: world.other }, world.otherAdmin.token)),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

it.each(['__proto__', 'constructor', 'toString', 'a.b.c', '-', '...', '_'])(
  'takes %s for a name like any other',
  async (name) => {
    await publish(world, {}, name);
    expect(await get(name)).toMatchObject({ name, version: 1 });
    await refuses(world, 'getIntegrationByName', { ...publishing(`${name}x`), body: undefined }, 404);
  },
);

/** Answers with its name, the names of its secrets, and its installation. */
const naming = `export default { async fetch(request) {
  const { integration, secrets, installation } = JSON.parse((await request.formData()).get('environment'));
  return Response.json([integration.name, Object.keys(secrets), installation && installation.id]);
} };`;

it('names that mean something elsewhere lead to their own script, under their own address, and to nothing else', async () => {
  const names = ['__proto__.x', 'valueOf', 'hasOwnProperty', 'a..b', '..c', 'installations', 'INSTALLED', 'v1', '_.'];
  const { token } = world.admin;
  const answers: unknown[] = [];
  const expected: unknown[] = [];
  for (const name of names) {
    const secrets = { toString: 'a', valueOf: 'b' };
    await publish(world, { script: naming, secrets, visibility: 'public' }, name);
    const { installationId } = await install(world, name);
    const ask = async (path: string) =>
      (await fetch(`${world.platform.baseUrl}/integrations/${name}${path}`, { redirect: 'manual' })).json();
    answers.push(await ask('/a/b'), await ask(`/installations/${installationId}/c`));
    expected.push([name, ['toString', 'valueOf'], null], [name, ['toString', 'valueOf'], installationId]);
  }
  expect(answers).toEqual(expected);
  // Other spellings name no integration, and one of another organization does not get its events.
  for (const path of ['/integrations/installed/a', '/integrations/V1/a', '/integrations/%5f%5fPROTO__.x/a'])
    expect((await fetch(world.platform.baseUrl + path)).status).toBe(404);
  const params = { organizationId: world.organization };
  const list = await world.api.expect<Page<{ integration: { name: string }; status: string }>>(
    'listOrganizationIntegrationsStatus',
    { token, params, query: { limit: 100 } },
  );
  expect(list.items.map(({ integration }) => integration.name)).toEqual(expect.arrayContaining(names));
  for (const name of names) {
    // Setting it up, and the two requests of above.
    const types = (await eventsOf(world, name, 3)).map(({ payload }) => payload.type);
    const { name: owner } = await get(name);
    expect([owner, types.toSorted()]).toEqual([name, ['fetch', 'fetch', 'installation_setup']]);
  }
  // Scripts are kept under what they are, never under a name.
  const keys = await sql<{ script_key: string }>(
    world,
    `select distinct script_key from integrations.integration where name = any($1) and organization_id = $2`,
    [names, world.organization],
  );
  expect(keys.map(({ script_key }) => script_key)).toEqual([
    expect.stringMatching(new RegExp(`^integrations/${world.organization}/[0-9a-f]{64}$`)),
  ]);
});

it.each([
  ['__proto__', 'The body must not have the property __proto__, or constructor with a prototype'],
  ['constructor', 'secrets must not have the key constructor'],
])('a secret is not called %s', async (name, message) => {
  const secrets = { [name]: 'a' };
  await expect(publish(world, { script: naming, secrets }, 'forbidden-secrets')).rejects.toThrow(message);
});

it.each(['.', '..', '%2e', '%2E%2e', '..%2f..%2fuser'])('%s is no name, and leads nowhere else', async (name) => {
  const { hostname, port } = new URL(world.platform.baseUrl);
  // Clients that follow the standard would change the path before they send it.
  const send = (method: string, path: string, body = '') =>
    new Promise<number>((resolve, reject) => {
      const headers = { authorization: `Bearer ${world.admin.token}`, 'content-type': 'application/json' };
      request({ hostname, port, method, path, headers }, (answer) => resolve(answer.resume().statusCode!))
        .on('error', reject)
        .end(body);
    });
  const published = await send('POST', `/v1/integrations/${name}`, JSON.stringify(manifest(world)));
  expect([400, 404]).toContain(published);
  for (const path of [`/v1/integrations/${name}`, `/integrations/${name}`, `/integrations/${name}/installations/a`])
    expect([400, 404]).toContain(await send('GET', path));
});

it.each(['with space', 'ü', 'a/b', 'x'.repeat(101)])('refuses %s for a name', async (name) => {
  const { status } = await world.api.call('publishIntegration', publishing(name));
  expect([400, 404]).toContain(status);
});

it.each([
  ['title', 'x'],
  ['title', 'x'.repeat(31)],
  ['description', 'x'.repeat(101)],
  ['summary', 'x'.repeat(2049)],
  ['scopes', ['everything']],
  ['scopes', undefined],
  ['categories', ['none']],
  ['script', undefined],
  ['previewImages', ['AAAA', 'AAAA', 'AAAA', 'AAAA']],
  ['externalLinks', Array.from({ length: 6 }, () => ({ url: 'https://example.com', label: 'x' }))],
  ['externalLinks.0.url', [{ url: 'javascript:alert(1)', label: 'x' }]],
  ['blocks.0.title', [{ id: 'a', title: 'x' }]],
  ['secrets', { KEY: 1 }],
  ['contentSecurityPolicy', 'default-src *\u0000'],
  ['contentSecurityPolicy', { 'default-src': 1 }],
  ['configurations.account', { account: { properties: { a: { type: 'object' } } } }],
  ['configurations.account', { account: { properties: { a: { type: 'string', title: 'x'.repeat(31) } } } }],
  ['configurations.account', { account: { properties: {}, required: ['a'] } }],
  ['configurations.account', { account: {} }],
])('refuses %s of %j', async (path, value) => {
  const [field] = path.split('.') as [string];
  await refuses(world, 'publishIntegration', publishing(freshName(), { [field]: value }), 400, `body.${path}`);
});

it('keeps only what it knows of a configuration', async () => {
  const account = { properties: { a: { type: 'number', default: 1, secretly: true, enum: ['x'] } }, evil: 1 };
  const { configurations } = await get(await publish(world, { configurations: { account } }));
  expect(configurations).toEqual({ account: { properties: { a: { type: 'number', default: 1 } } } });
});

it('takes a script of 5 MB', async () => {
  const script = `export default {};\n// ${'x'.repeat(5_000_000)}`;
  const name = await publish(world, { script });
  const [row] = await sql<{ script_key: string }>(
    world,
    `select script_key from integrations.integration where name = $1`,
    [name],
  );
  expect(row!.script_key).toMatch(new RegExp(`^integrations/${world.organization}/[0-9a-f]{64}$`));
});

describe('the list', () => {
  const list = async (query: object, token = world.admin.token) => {
    const request = { token, query: { ...query, owner: world.organization } };
    const { items } = await world.api.expect<Page<Integration>>('listIntegrations', request);
    return items.map(({ name }) => name);
  };
  const names = { plain: 'list-plain', site: 'list-site', unlisted: 'list-unlisted', own: 'list-own' };

  beforeAll(async () => {
    const nothing = { blocks: undefined, contentSources: undefined, visibility: 'public' };
    await publish(world, { ...nothing, categories: ['analytics'], title: '100%_Sure' }, names.plain);
    await publish(world, { visibility: 'public', target: 'site', scopes: ['site:script:inject'] }, names.site);
    await publish(world, { visibility: 'unlisted' }, names.unlisted);
    await publish(world, {}, names.own);
  });

  it.each([
    [{ search: 'LIST-' }, Object.values(names).sort()],
    [{ search: '%_' }, [names.plain]],
    [{ search: 'list-', category: 'analytics' }, [names.plain]],
    [{ search: 'list-', blocks: false }, [names.plain]],
    [{ search: 'list-', contentSources: false }, [names.plain]],
    [{ search: 'list-', blocks: true, target: 'site' }, [names.site]],
    [{ search: 'list-', scope: 'site:script:inject' }, [names.site]],
    [{ search: 'list-s', blockDomain: 'cards.example.com' }, [names.site]],
    [{ search: 'list-', blockDomain: 'example.com' }, []],
  ])('narrowed to %j holds %j', async (query, expected) => {
    expect(await list(query)).toEqual(expected);
  });

  it('shows to others what is public, and the rest to who knows its name, except what is private', async () => {
    const { token } = world.otherAdmin;
    expect(await list({ search: 'list-' }, token)).toEqual([names.plain, names.site]);
    const seen = await get(names.unlisted, token);
    expect(seen.permissions).toEqual({ admin: false });
    expect(seen.owner).toMatchObject({
      id: world.organization,
      title: 'First',
      emailDomains: [],
      permissions: { view: false },
    });
    await refuses(world, 'getIntegrationByName', { token, params: { integrationName: names.own } }, 404);
    for (const operation of ['unpublishIntegration', 'disableIntegrationDevelopmentMode'])
      await world.api.call(operation, { token, params: { integrationName: names.own } });
    await refuses(world, 'unpublishIntegration', { token, params: { integrationName: names.plain } }, 403);
    expect((await get(names.own)).version).toBe(1);
    // A guest of the organization does not see the private integrations of its members.
    expect(await list({ search: 'list-' }, world.guest.token)).toEqual([names.plain, names.site]);
  });

  it('is walked page by page', async () => {
    const seen: string[] = [];
    let page: string | undefined;
    do {
      const query = { search: 'list-', limit: 1, ...(page && { page }) };
      const answer = await world.api.expect<Page<Integration>>('listIntegrations', { token: world.admin.token, query });
      expect(answer.count).toBe(4);
      seen.push(...answer.items.map(({ name }) => name));
      page = answer.next?.page;
    } while (page);
    expect(seen).toEqual(Object.values(names).sort());
  });
});
