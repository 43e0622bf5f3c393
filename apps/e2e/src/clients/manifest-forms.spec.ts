import type { Integration, IntegrationInstallation, SiteIntegrationScript } from '@bindery/contracts';
import { eventsOf, freshName, install } from '@bindery/testing';
import { site } from '../contract/site-parts';
import { createRuntimeWorld, type RuntimeWorld } from '../integrations/runtime-world';

let world: RuntimeWorld;
beforeAll(async () => (world = await createRuntimeWorld()));
afterAll(() => world.close());

const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAC0lEQVR4nGNgwAUAABQAAZ2B1C8AAAAASUVORK5CYII=';

/** A script in the form that the public toolkit builds: it reads the event and the environment from a form. */
const script = (answers: string) => `export default { async fetch(request) {
  const form = await request.formData();
  const event = JSON.parse(form.get('event'));
  const environment = JSON.parse(form.get('environment'));
  const answers = { ${answers} };
  const answer = answers[event.type];
  if (!answer) return Response.json({ error: 'Integration does not handle "' + event.type + '" events' }, { status: 406 });
  return answer(event, environment);
} };`;

const multiline =
  "default-src 'none';\nscript-src 'self' https://cdn.example.com;\n  connect-src https://*.example.com\n";

/** Manifests as the public command line sends them; between them they have every form that real ones have. */
const manifests: Record<string, object> = {
  'a script of a site, with a policy over several lines, an icon and previews': {
    target: 'site',
    icon: picture,
    previewImages: [picture, picture],
    summary: '# Tracker\n\nOver *several* lines.\n',
    scopes: ['site:script:inject', 'site:script:cookies'],
    categories: ['analytics'],
    contentSecurityPolicy: multiline,
    externalLinks: [{ label: 'Documentation', url: 'https://www.example.com/docs' }],
    configurations: {
      site: {
        properties: {
          tracking_id: { type: 'string', title: 'Tracking ID', description: 'Where to look it up.', default: 'G-1' },
          region: { type: 'string', title: 'Region', enum: ['eu', 'us'] },
          sample: { type: 'number', title: 'Sample', default: 1 },
          anonymous: { type: 'boolean', title: 'Anonymous', default: true },
        },
        required: ['tracking_id'],
      },
    },
    script: script(`fetch_published_script: () =>
      new Response('track()', { headers: { 'content-type': 'application/javascript' } })`),
  },
  'a block with a web frame, a policy as a map, and addresses and code that it stands for': {
    target: 'space',
    scopes: [],
    blocks: [
      {
        id: 'board',
        title: 'Board',
        description: 'A board',
        icon: picture,
        urlUnfurl: ['https://board.example.com'],
        markdown: { codeblock: 'board', body: 'content' },
      },
    ],
    contentSecurityPolicy: {
      'script-src': "'self'\n  'unsafe-inline'\n",
      'frame-ancestors': '*',
      'base-uri': "'self'",
    },
    script: script(`
      ui_render: (event, { integration, installation }) => Response.json({ type: 'element', state: {}, props: {}, element: {
        type: 'block', children: [
          { type: 'webframe', source: { url: integration.urls.publicContentEndpoint + '/board' }, aspectRatio: 2 },
          { type: 'webframe', source: { url: installation.urls.publicContentEndpoint + '/board' }, aspectRatio: 2 },
        ] } }),
      fetch: (event) => new Response('<b>Board</b>', { headers: { 'content-type': 'text/html' } })`),
  },
  'a connection that is made by a button, with secrets, and on which an account depends': {
    target: 'organization',
    scopes: ['conversations:ingest'],
    secrets: { CLIENT_ID: 'a', CLIENT_SECRET: 'b', EMPTY: '' },
    configurations: {
      account: {
        properties: {
          oauth_credentials: {
            type: 'button',
            title: 'Connection',
            description: 'Connect the account',
            callback_url: '/oauth',
            button_text: 'Connect',
          },
          channel: { type: 'string', title: 'Channel', completion_url: '/channels' },
        },
        required: ['oauth_credentials'],
      },
      space: { componentId: 'settings' },
    },
    script: script(
      `fetch: (event, { secrets }) => Response.json({ path: new URL(event.request.url).pathname, secrets })`,
    ),
  },
  'a source of content, without an icon, previews or categories': {
    target: 'all',
    scopes: ['space:content:read'],
    contentSources: [{ id: 'changes', title: 'Changes', configuration: { componentId: 'choose' } }],
    previewImages: [],
    configurations: {},
    script: script(`content_compute_document: () => Response.json({ document: { object: 'document', data: {}, nodes: [
      { object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes: [
        { object: 'text', leaves: [{ object: 'leaf', text: 'Computed', marks: [] }] }] }] } })`),
  },
};

const names = new Map<string, string>();
const admin = () => ({ token: world.admin.token });

it.each(Object.entries(manifests))('publishes and installs %s', async (kind, manifest) => {
  const integrationName = freshName();
  names.set(kind, integrationName);
  await world.api.expect('publishIntegration', {
    ...admin(),
    params: { integrationName },
    body: {
      runtime: 'v2',
      title: 'A title',
      description: 'A description',
      visibility: 'private',
      organization: world.organization,
      categories: [],
      externalLinks: [],
      ...manifest,
    },
  });
  const params = await install(world, integrationName);
  const [event] = await eventsOf(world, integrationName, 1);
  expect(event).toMatchObject({ payload: { type: 'installation_setup' } });
  const { urls } = await world.api.expect<Integration>('getIntegrationByName', { ...admin(), params });
  expect(urls.publicContentEndpoint).toBe(urls.publicEndpoint);
  const own = await world.api.expect<IntegrationInstallation>('getIntegrationInstallationById', { ...admin(), params });
  expect(own.urls.publicContentEndpoint).toBe(own.urls.publicEndpoint);
});

const nameOf = (start: string) => [...names].find(([kind]) => kind.startsWith(start))![1];

it('serves the script of a site, with the policy in one line', async () => {
  const integrationName = nameOf('a script of a site');
  const { items } = await world.api.expect<{ items: { id: string }[] }>('listIntegrationInstallations', {
    ...admin(),
    params: { integrationName },
  });
  const { siteId } = await site(world);
  const params = { integrationName, installationId: items[0]!.id };
  await world.api.expect('installIntegrationOnSite', { ...admin(), params, body: { siteId } });
  await world.api.expect('updateIntegrationSiteInstallation', {
    ...admin(),
    params: { ...params, siteId },
    body: { configuration: { tracking_id: 'G-2' } },
  });
  const [injected] = await world.api.expect<SiteIntegrationScript[]>('listSiteIntegrationScripts', {
    ...admin(),
    params: { organizationId: world.organization, siteId },
  });
  const policy = "default-src 'none'; script-src 'self' https://cdn.example.com; connect-src https://*.example.com";
  expect(injected).toMatchObject({ contentSecurityPolicy: policy, cookies: true });
  const answer = await fetch(injected!.script);
  expect({ status: answer.status, text: await answer.text() }).toEqual({ status: 200, text: 'track()' });
  expect(answer.headers.get('content-security-policy')).toContain(policy);
});

it('renders a web frame whose address serves its content', async () => {
  const integrationName = nameOf('a block with a web frame');
  const rendered = await world.api.expect<{ element: { children: { source: { url: string } }[] } }>(
    'renderIntegrationUiWithPost',
    {
      ...admin(),
      params: { integrationName },
      body: {
        componentId: 'board',
        props: {},
        context: { type: 'configuration_account', theme: 'light', organizationId: world.organization },
      },
    },
  );
  expect(rendered.element.children).toHaveLength(2);
  for (const { source } of rendered.element.children) {
    const answer = await fetch(source.url);
    expect({ status: answer.status, text: await answer.text() }).toEqual({ status: 200, text: '<b>Board</b>' });
    const policy = "base-uri 'self'; script-src 'self' 'unsafe-inline'; frame-ancestors *";
    expect(answer.headers.get('content-security-policy')).toContain(policy);
  }
});

it('answers the address to which the button of a connection leads', async () => {
  const address = `${world.url}/integrations/${nameOf('a connection')}/oauth`;
  expect(await (await fetch(address)).json()).toEqual({
    path: new URL(address).pathname,
    secrets: { CLIENT_ID: 'a', CLIENT_SECRET: 'b', EMPTY: '' },
  });
});

it('computes the content of a source', async () => {
  const { id: spaceId } = await world.api.expect<{ id: string }>('createSpace', {
    ...admin(),
    params: { organizationId: world.organization },
    body: { title: 'Computing' },
  });
  const type = `integration:${nameOf('a source of content')}:changes`;
  const document = await world.api.expect('getComputedDocument', {
    ...admin(),
    params: { spaceId },
    body: { source: { type, props: {} }, seed: 'a' },
  });
  expect(JSON.stringify(document)).toContain('Computed');
});
