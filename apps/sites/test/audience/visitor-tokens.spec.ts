import type { SitePublishingAuth, Space, VisitorAuth } from '@bindery/contracts';
import { createServiceOrganization, forge, forgedTokens, SiteWorld, type TestOrganization } from '@bindery/testing';

let world: TestOrganization;
let sites: SiteWorld;
let site: { id: string; url: string; key: string };
let other: typeof site;

async function visitorSite(): Promise<typeof site> {
  const { id } = await sites.site(['Guide'], { visibility: 'visitor-auth' });
  const url = await sites.publish(id);
  const auth = await sites.expect<SitePublishingAuth>('getSitePublishingAuthById', { params: { siteId: id } });
  return { id, url, key: auth.privateKey };
}

beforeAll(async () => {
  world = await createServiceOrganization('sites');
  sites = new SiteWorld(world);
  site = await visitorSite();
  other = await visitorSite();
});
afterAll(() => world.close());

const now = () => Math.floor(Date.now() / 1000);
const enter = async (jwtToken: string): Promise<number> =>
  (await sites.lookup(site.url, { visitor: { jwtToken } })).status;

it('admits what the key of the site signed', async () => {
  expect(await enter(forge(site.key, { exp: now() + 600 }))).toBe(200);
  expect(await enter(forge(site.key, { exp: now() + 600, aud: site.id, iat: now(), nbf: now() }))).toBe(200);
  expect((await sites.lookup(`${site.url}?jwt_token=${forge(site.key, { exp: now() + 600 })}`)).status).toBe(200);
});

it.each(Object.keys(forgedTokens('', { key: '', id: '' }, 0)))('refuses a token with %s', async (name) => {
  const token = forgedTokens(site.key, other, now())[name]!;
  expect(await enter(token)).toBe(403);
  expect(
    (await world.api.call('getPublishedContentByUrl', { query: { url: site.url, visitorAuthToken: token } })).status,
  ).toBe(403);
});

it('knows at least 25 forgeries', () => {
  expect(Object.keys(forgedTokens('', { key: '', id: '' }, 0)).length).toBeGreaterThanOrEqual(25);
});

it('stands in the space that the site shows, for callers who see the site', async () => {
  const [siteSpace] = await sites.siteSpaces(site.id);
  const spaceId = siteSpace!.space.id;
  const told = async (token = world.admin.token): Promise<VisitorAuth | undefined> =>
    (await world.api.expect<Space>('getSpaceById', { token, params: { spaceId } })).visitorAuth;
  const params = { siteId: site.id };
  expect(await told()).toEqual({ backend: 'custom' });
  const integration = { backend: 'integration', integration: 'sign-in' };
  await sites.expect('updateSitePublishingAuthById', { params, body: integration });
  expect(await told()).toEqual(integration);
  const guest = await world.records.user({ [world.organization]: null });
  const invitation = { users: [guest.id], role: 'read' };
  await world.api.expect('inviteToSpace', { token: world.admin.token, params: { spaceId }, body: invitation });
  expect(await told(guest.token)).toBeUndefined();
  await sites.expect('updateSiteById', { params, body: { visibility: 'public' } });
  expect(await told()).toBeUndefined();
  await sites.expect('updateSiteById', { params, body: { visibility: 'visitor-auth' } });
  await sites.expect('unpublishSite', { params });
  expect(await told()).toBeUndefined();
});
