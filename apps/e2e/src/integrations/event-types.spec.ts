import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IntegrationEvent, IntegrationInstallation, Page } from '@bindery/contracts';
import { integrationScopes } from '@bindery/contracts';
import { GitServer, importFiles, publish, SiteWorld, until } from '@bindery/testing';
import { createInProcessOrganization, type TestOrganization } from '../support/test-organization';

/**
 * Answers each type of event as it requires. Visitors get a token with the claims of an identity provider, and are
 * sent back to the site, as integrations do that are published for this.
 */
const script = `
const encode = (text) => new TextEncoder().encode(text);
const plain = (bytes) => Buffer.from(bytes).toString('base64url');
async function signed(secret, claims) {
  const text = [{ alg: 'HS256' }, claims].map((part) => plain(encode(JSON.stringify(part)))).join('.');
  const key = await crypto.subtle.importKey('raw', encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return text + '.' + plain(await crypto.subtle.sign('HMAC', key, encode(text)));
}
const answers = {
  ui_render: () => Response.json({ type: 'complete', returnValue: {} }),
  content_compute_document: () => Response.json({ object: 'document', nodes: [] }),
  content_compute_revision: () => Response.json({ pages: [] }),
  async fetch_visitor_authentication({ location = '' }, { signingSecrets, siteInstallation }) {
    const said = { iss: 'https://login.example.com/', aud: 'client', sub: 'somebody' };
    const token = await signed(signingSecrets.siteInstallation, { ...said, exp: Math.floor(Date.now() / 1000) + 600 });
    const to = new URL((siteInstallation.configuration.published ?? 'https://docs.example.com/') + location);
    to.searchParams.append('jwt_token', token);
    return Response.redirect(to.toString());
  },
};
export default { async fetch(request) {
  const form = await request.formData();
  const [event, environment] = ['event', 'environment'].map((name) => JSON.parse(form.get(name)));
  return Object.hasOwn(answers, event.type) ? answers[event.type](event, environment) : new Response('OK');
} };`;

let world: TestOrganization;
let sites: SiteWorld;
let git: GitServer;
let params: { integrationName: string; installationId: string };
let space: string;
let site: { id: string; url: string };

beforeAll(async () => {
  git = await new GitServer().start();
  git.repository('pages', (folder, run) => {
    writeFileSync(join(folder, 'README.md'), '# Home\n');
    run('add', '.');
    run('commit', '-qm', 'First');
  });
  world = await createInProcessOrganization();
  sites = new SiteWorld(world);
  space = await sites.space('Space');
  const { id } = await sites.site(['Guide'], { visibility: 'unlisted' });
  site = { id, url: await sites.publish(id) };
  const integrationName = await publish(world, { script, scopes: [...integrationScopes] });
  const body = { organization: world.organization };
  const request = { params: { integrationName }, body };
  const installation = await sites.expect<IntegrationInstallation>('installIntegration', request);
  params = { integrationName, installationId: installation.id };
});
afterAll(async () => {
  await world.close();
  await git.stop();
});

const change = (operation: string, more: object = {}, body?: object) =>
  sites.expect(operation, { params: { ...params, ...more }, body });
const ask = (path: string) =>
  fetch(`${world.platform.baseUrl}/integrations/${params.integrationName}${path}`, { redirect: 'manual' });
const installed = (path: string) => ask(`/installations/${params.installationId}${path}`);
const read = (type: string, more: object = {}) => ({
  ...{ type, session: { visitorId: 'somebody', sessionId: 'now', language: 'en', referrer: 'https://from.example/' } },
  ...{ location: { url: 'https://docs.example.com/page', page: 'page' }, ...more },
});
const act = (event: object) =>
  sites.expect('trackEventsInSiteById', { params: { siteId: site.id }, body: { events: [event] } });
const compute = (kind: 'Document' | 'Revision') => {
  const type = `integration:${params.integrationName}:source`;
  return change(`getComputed${kind}`, { spaceId: space }, { source: { type, props: { a: 1 } }, seed: 's' });
};
const bring = (repository: string) =>
  sites.expect('importGitRepository', {
    params: { spaceId: space },
    body: { url: git.url(`${repository}.git`), ref: 'refs/heads/main', force: true },
  });

/** The payloads of the events of a type, the newest first. */
async function seen(type: string): Promise<Record<string, unknown>[]> {
  const request = { params: { integrationName: params.integrationName }, query: { limit: 100 } };
  const { items } = await sites.expect<Page<IntegrationEvent>>('listIntegrationEvents', request);
  return items.filter(({ payload, status }) => payload.type === type && status === 'success').map((e) => e.payload);
}

const commit = /^[0-9a-f]{40}$/;
const visitor = { anonymousId: 'somebody', cookies: {}, userAgent: '', ip: '', language: 'en' };
const where = { url: 'https://docs.example.com/page', referrer: 'https://from.example/' };

/** The types of `resolved-values.md` 9, each with what causes it and what comes with it; in an order that a life has. */
const types: [type: string, cause: () => Promise<unknown>, fields: () => object][] = [
  [
    'installation_setup',
    () => change('updateIntegrationInstallation', {}, { configuration: { key: 'k' } }),
    () => ({ status: 'active', previous: { status: 'active', configuration: { key: 'none' } } }),
  ],
  [
    'space_installation_setup',
    () => change('installIntegrationOnSpace', {}, { space }),
    () => ({ spaceId: space, status: 'active' }),
  ],
  [
    'site_installation_setup',
    () => change('installIntegrationOnSite', {}, { siteId: site.id }),
    () => ({ siteId: site.id, status: 'active' }),
  ],
  [
    'space_visibility_updated',
    () => change('updateSpaceById', { spaceId: space }, { visibility: 'unlisted' }),
    () => ({ spaceId: space, previousVisibility: 'private', visibility: 'unlisted' }),
  ],
  [
    'space_gitsync_started',
    () => bring('pages'),
    () => ({ spaceId: space, revisionId: expect.any(String), commitId: expect.stringMatching(commit) }),
  ],
  [
    'space_gitsync_completed',
    () => Promise.resolve(),
    () => ({ spaceId: space, commitId: expect.stringMatching(commit), state: 'success' }),
  ],
  ['space_content_updated', () => Promise.resolve(), () => ({ spaceId: space, revisionId: expect.any(String) })],
  [
    'space_gitsync_completed',
    () => bring('nowhere'),
    () => ({ spaceId: space, revisionId: expect.any(String), commitId: '', state: 'failure' }),
  ],
  ['site_view', () => act(read('page_view')), () => ({ siteId: site.id, pageId: 'page', visitor, ...where })],
  [
    'page_feedback',
    () => act(read('page_post_feedback', { feedback: { rating: 'good' } })),
    () => ({ siteId: site.id, pageId: 'page', feedback: { rating: 'good' }, visitor, ...where }),
  ],
  [
    'page_feedback',
    () => act(read('page_post_feedback_comment', { feedback: { rating: 'bad', comment: 'Where is it?' } })),
    () => ({
      siteId: site.id,
      pageId: 'page',
      feedback: { rating: 'bad', comment: 'Where is it?' },
      visitor,
      ...where,
    }),
  ],
  [
    'fetch',
    () => installed('/any/path?a=b'),
    () => ({
      request: { method: 'get', url: expect.stringMatching(/\/any\/path\?a=b$/), headers: expect.any(Object) },
    }),
  ],
  ['fetch_published_script', () => installed(`/sites/${site.id}/~script.js`), () => ({ siteId: site.id })],
  [
    'fetch_visitor_authentication',
    () => installed(`/sites/${site.id}/~visitor-auth?location=/a`),
    () => ({ siteId: site.id, location: '/a' }),
  ],
  [
    'ui_render',
    () =>
      change(
        'renderIntegrationUiWithPost',
        {},
        { componentId: 'c', props: {}, context: { type: 'document', theme: 'light', spaceId: space, editable: false } },
      ),
    () => ({ spaceId: space, componentId: 'c', props: {}, auth: { userId: world.admin.id } }),
  ],
  [
    'content_compute_document',
    () => compute('Document'),
    () => ({ spaceId: space, sourceId: 'source', props: { a: 1 }, dependencies: {} }),
  ],
  [
    'content_compute_revision',
    () => compute('Revision'),
    () => ({ spaceId: space, sourceId: 'source', props: { a: 1 }, dependencies: {} }),
  ],
  ['task', () => change('queueIntegrationTask', {}, { task: { do: 'it' } }), () => ({ task: { do: 'it' } })],
];

it.each(types)('%s is produced', async (type, cause, fields) => {
  await cause();
  await until(async () => (await seen(type)).some((payload) => matches(payload, fields())));
  const [payload] = (await seen(type)).filter((one) => matches(one, fields()));
  expect(payload!.eventId).toEqual(expect.any(String));
  if (type !== 'task') expect(payload!.installationId).toBe(params.installationId);
});

function matches(payload: object, fields: object): boolean {
  try {
    expect(payload).toMatchObject(fields);
    return true;
  } catch {
    return false;
  }
}

it('a reader without a token is sent through the answer of the integration, and comes in with what it signed', async () => {
  await sites.update(site.id, { visibility: 'visitor-auth' });
  expect((await sites.lookup(site.url)).status).toBe(403);
  const { integrationName } = params;
  const auth = { params: { siteId: site.id }, body: { backend: 'integration', integration: integrationName } };
  await sites.expect('updateSitePublishingAuthById', auth);
  await change('updateIntegrationSiteInstallation', { siteId: site.id }, { configuration: { published: site.url } });
  const [guide] = await sites.siteSpaces(site.id);
  const page = {
    'README.md': '# Home\n',
    'page.md': '# Page\n',
    'SUMMARY.md': '* [Home](README.md)\n* [Page](page.md)\n',
  };
  await importFiles(world, page, { space: guide!.space.id });
  const open = (address: string, headers: Record<string, string> = {}) => {
    const { pathname, search } = new URL(address);
    return fetch(world.platform.baseUrl + pathname + search, { redirect: 'manual', headers });
  };
  const sent = (await open(`${site.url}page`)).headers.get('location')!;
  expect(new URL(sent).searchParams.get('location')).toBe('page');
  const answer = await open(sent);
  expect(answer.status).toBe(302);
  const back = new URL(answer.headers.get('location')!);
  expect(back.origin + back.pathname).toBe(`${site.url}page`);
  const jwtToken = back.searchParams.get('jwt_token')!;
  expect((await sites.lookup(site.url, { visitor: { jwtToken } })).status).toBe(200);
  const entered = await open(back.href);
  const kept = entered.headers.get('set-cookie')!.split(';')[0]!;
  expect((await open(site.url, { cookie: kept })).status).toBe(200);
  // With a new key, what was signed with the one before is good for another day.
  await sites.expect('rotateIntegrationSigningSecret', { params: { integrationName } });
  expect((await sites.lookup(site.url, { visitor: { jwtToken } })).status).toBe(200);
  const renewed = new URL((await open(sent)).headers.get('location')!).searchParams.get('jwt_token')!;
  expect((await sites.lookup(site.url, { visitor: { jwtToken: renewed } })).status).toBe(200);
  const forged = `${jwtToken.split('.').slice(0, 2).join('.')}.${'A'.repeat(43)}`;
  expect((await sites.lookup(site.url, { visitor: { jwtToken: forged } })).status).toBe(403);
  // Once the integration is gone from the site, so is the way in, and what it signed is nothing any more.
  await change('uninstallIntegrationFromSite', { siteId: site.id });
  expect((await sites.lookup(site.url)).status).toBe(403);
  expect((await sites.lookup(site.url, { visitor: { jwtToken } })).status).toBe(403);
});

it.each([
  ['site_installation_deleted', () => Promise.resolve(), () => ({ siteId: site.id, previous: { configuration: {} } })],
  [
    'space_installation_deleted',
    () => change('uninstallIntegrationFromSpace', { spaceId: space }),
    () => ({ spaceId: space, previous: { configuration: {} } }),
  ],
  [
    'installation_deleted',
    () => change('uninstallIntegration'),
    () => ({ installationId: params.installationId, previous: { configuration: { key: 'k' } } }),
  ],
] as typeof types)('%s is produced', async (type, cause, fields) => {
  await cause();
  await until(async () => (await seen(type)).some((payload) => matches(payload, fields())));
});
