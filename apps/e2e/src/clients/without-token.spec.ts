import type { Space } from '@bindery/contracts';
import { guideSpace, SiteWorld } from '@bindery/testing';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';

let world: TestOrganization;
beforeAll(async () => (world = await createTestOrganization()));
afterAll(() => world.close());

it('requires a token for any operation on a space that is not public, and reveals nothing', async () => {
  const { space: spaceId, home } = await guideSpace(world);
  const ask = async (operation: string, params: object = {}, query: Record<string, unknown> = {}) => {
    const { status, headers } = await world.api.call(operation, { params: { spaceId, ...params }, query });
    return [status, headers.get('www-authenticate')];
  };
  const asked = [401, 'Bearer'];
  const secret: Parameters<typeof ask>[] = [
    ['getSpaceById'],
    ['getSpaceById', { spaceId: 'nobodyKnowsThisId00000' }],
    ['listPages'],
    ['getPageById', { pageId: home.id }],
    ['getPageById', { pageId: 'unknown' }],
    ['getPageById', { pageId: home.id }, { format: 'nonsense' }],
    ['searchSpaceContent'],
    ['searchSpaceContent', {}, { query: 'welcome', limit: -1 }],
  ];
  for (const one of secret) expect([...one, ...(await ask(...one))]).toEqual([...one, ...asked]);
  const { token } = world.admin;
  await world.api.expect<Space>('updateSpaceById', { token, params: { spaceId }, body: { visibility: 'public' } });
  expect(await ask('getPageById', { pageId: home.id })).toEqual([200, null]);
  expect(await ask('getPageById', { pageId: 'unknown' })).toEqual([404, null]);
  expect(await ask('getPageById', { pageId: home.id }, { format: 'nonsense' })).toEqual([400, null]);
  expect(await ask('searchSpaceContent')).toEqual([400, null]);
});

it('asks for one where a site is not for all, and not once it is', async () => {
  const sites = new SiteWorld(world);
  const { id: siteId } = await sites.site();
  const params = { organizationId: world.organization, siteId };
  const ask = async (operation: string, more: object = {}) =>
    (await world.api.call(operation, { params, ...more })).status;
  const unknown = { query: { source: '/nowhere' } };
  expect(await ask('getPublishedContentSite')).toBe(401);
  expect(await ask('getSiteRedirectBySource', unknown)).toBe(401);
  expect(await ask('getSiteRedirectBySource')).toBe(401);
  await sites.update(siteId, { visibility: 'public' });
  await sites.publish(siteId);
  expect(await ask('getPublishedContentSite')).toBe(200);
  expect(await ask('getSiteRedirectBySource', unknown)).toBe(404);
  expect(await ask('getSiteRedirectBySource')).toBe(400);
});

it('answers 404 for missing objects to a known caller', async () => {
  const { token } = world.otherAdmin;
  const { space: spaceId } = await guideSpace(world);
  const { status, headers } = await world.api.call('getSpaceById', { token, params: { spaceId } });
  expect([status, headers.get('www-authenticate')]).toEqual([404, null]);
  const refused = await world.api.call('getSpaceById', { token: 'bnd_user_nobody', params: { spaceId } });
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
});
