import type { RevisionPages, ShareLink, SitePublishingAuth } from '@bindery/contracts';
import { forge, importFiles, SiteWorld, until } from '@bindery/testing';
import { createTestOrganization, type SharedOrganization } from '../support/test-organization';

let world: SharedOrganization;
let sites: SiteWorld;
/** Two that share nothing but the services behind them. */
let gateways: string[];

beforeAll(async () => {
  world = await createTestOrganization();
  sites = new SiteWorld(world);
  gateways = [world.platform.baseUrl, await world.platform.addGateway()];
});
afterAll(() => world.close());

const guide = async (): Promise<string> =>
  (await importFiles(world, { 'README.md': '# Start\n\nOld words.\n' })).spaces[0]!.id;

/** The answers of each gateway to a browser. */
async function visits(url: string, cookie?: string): Promise<{ statuses: number[]; texts: string[] }> {
  const path = new URL(url).pathname;
  const headers = cookie ? { cookie } : undefined;
  const answers = await Promise.all(
    gateways.map((gateway) => fetch(gateway + path, { redirect: 'manual', ...(headers && { headers }) })),
  );
  return {
    statuses: answers.map(({ status }) => status),
    texts: await Promise.all(answers.map((answer) => answer.text())),
  };
}

const untilAll = (status: number, url: string, cookie?: string) =>
  until(async () => (await visits(url, cookie)).statuses.every((one) => one === status));

it('end the key of a share link that is switched off, and open again to it', async () => {
  const { id: siteId } = await sites.site([], { visibility: 'share-link', spaces: [await guide()] });
  await sites.publish(siteId);
  const params = { siteId };
  const { id, urls } = await sites.expect<ShareLink>('createSiteShareLink', { params, body: { name: 'Friends' } });
  expect((await visits(urls.published)).statuses).toEqual([200, 200]);
  for (const active of [false, true]) {
    await sites.expect('updateSiteShareLinkById', { params: { siteId, shareLinkId: id }, body: { active } });
    await untilAll(active ? 200 : 404, urls.published);
  }
});

it('end what a key signed that was made anew, and content tokens that came of it', async () => {
  const { id: siteId } = await sites.site([], { visibility: 'visitor-auth', spaces: [await guide()] });
  const url = await sites.publish(siteId);
  const params = { siteId };
  const { privateKey } = await sites.expect<SitePublishingAuth>('getSitePublishingAuthById', { params });
  const token = forge(privateKey, { exp: Math.floor(Date.now() / 1000) + 600 });
  const entered = await fetch(`${gateways[0]}${new URL(url).pathname}?jwt_token=${token}`, { redirect: 'manual' });
  const cookie = entered.headers.getSetCookie()[0]!.split(';')[0]!;
  expect((await visits(url, cookie)).statuses).toEqual([200, 200]);
  const { apiToken } = (await sites.lookup(url, { visitor: { jwtToken: token } })).body;
  const read = async () => {
    const path = `/v1/orgs/${world.organization}/sites/${siteId}/structure`;
    const headers = { authorization: `Bearer ${apiToken}` };
    return Promise.all(gateways.map(async (gateway) => (await fetch(gateway + path, { headers })).status));
  };
  expect(await read()).toEqual([200, 200]);
  await sites.expect('regenerateSitePublishingAuthById', { params });
  await untilAll(403, url, cookie);
  await until(async () => (await read()).every((status) => status === 401));
});

it('show what was merged', async () => {
  const spaceId = await guide();
  const { id: siteId } = await sites.site([], { visibility: 'public', spaces: [spaceId] });
  const url = await sites.publish(siteId);
  expect((await visits(url)).texts.every((text) => text.includes('Old words.'))).toBe(true);
  const as = { token: world.admin.token };
  const { pages } = await world.api.expect<RevisionPages>('listPages', { ...as, params: { spaceId } });
  const request = { ...as, params: { spaceId }, body: {} };
  const { id: changeRequestId } = await world.api.expect<{ id: string }>('createChangeRequest', request);
  const draft = { ...as, params: { spaceId, changeRequestId } };
  const change = { operation: 'update_page', page: pages[0]!.id, document: { markdown: 'New words.' } };
  await world.api.expect('updateChangeRequestContent', { ...draft, body: { changes: [change] } });
  await world.api.expect('mergeChangeRequest', draft);
  await until(async () => (await visits(url)).texts.every((text) => text.includes('New words.')));
});
