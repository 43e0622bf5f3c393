import { createWorld, type World } from '../support/world';
import { freshName, install } from './support';

let world: World;
beforeAll(async () => (world = await createWorld()));
afterAll(() => world.close());

/** A request as the command line (`@gitbook/cli` 0.25.1, on `@gitbook/api`) sends it. */
async function send(method: string, path: string, body?: object) {
  const response = await fetch(`${world.platform.baseUrl}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${world.admin.token}`,
      'user-agent': '@gitbook/cli/0.25.1',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text ? JSON.parse(text) : null) as { items: { id: string }[] } | null };
}

/** What `gitbook publish` makes of a manifest with every field. */
const published = () => ({
  runtime: 'v2',
  title: 'Demo',
  icon: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  description: 'A demo',
  summary: '# Demo\n',
  scopes: ['space:content:read', 'site:script:inject'],
  categories: ['other'],
  blocks: [{ id: 'demo', title: 'Demo block', urlUnfurl: ['https://demo.example.com/'] }],
  configurations: {
    account: {
      properties: {
        oauth: { type: 'button', title: 'Connect', description: 'Sign in', callback_url: '/oauth', button_text: 'Go' },
      },
      required: ['oauth'],
    },
    site: { properties: { id: { type: 'string', title: 'Id' } }, required: ['id'] },
  },
  secrets: { CLIENT_ID: 'id', CLIENT_SECRET: 'secret' },
  visibility: 'private',
  target: 'all',
  organization: world.organization,
  externalLinks: [{ label: 'Documentation', url: 'https://docs.example.com/' }],
  previewImages: [],
  contentSecurityPolicy: { 'script-src': "'self'", 'connect-src': "'none'" },
  script: `var e=Object.defineProperty;export{e as default};${'/* minified */'.repeat(20_000)}`,
});

it('serves auth, whoami, publish, tail, dev and unpublish of the public command line', async () => {
  const user = await send('GET', '/user');
  expect(user.body).toMatchObject({ id: world.admin.id, displayName: expect.any(String), email: world.admin.email });

  const name = freshName();
  const first = await send('POST', `/integrations/${name}`, published());
  expect(first).toMatchObject({
    status: 200,
    body: { name, version: 1, urls: { app: expect.stringContaining(name) } },
  });
  expect((await send('POST', `/integrations/${name}`, published())).body).toMatchObject({ version: 2 });

  await install(world, name);
  let events = await send('GET', `/integrations/${name}/events?limit=2`);
  while (events.body!.items.length === 0) events = await send('GET', `/integrations/${name}/events?limit=2`);
  expect(events.body).toMatchObject({
    items: [
      { id: expect.any(String), status: 'failed', createdAt: expect.any(String), payload: { status: 'pending' } },
    ],
  });
  const { id } = events.body!.items[0]!;
  expect((await send('GET', `/integrations/${name}/events/${id}`)).body).toMatchObject({
    trace: { logs: [{ level: 'error', message: expect.any(String) }] },
  });

  const tunnel = { tunnelUrl: 'https://some-words.trycloudflare.com', all: false };
  expect(await send('PUT', `/integrations/${name}/dev`, tunnel)).toEqual({ status: 204, body: null });
  expect(await send('DELETE', `/integrations/${name}/dev`)).toEqual({ status: 204, body: null });
  expect(await send('DELETE', `/integrations/${name}`)).toEqual({ status: 204, body: null });
  expect((await send('GET', `/integrations/${name}`)).status).toBe(404);
});
