import { importFiles, SiteWorld, until } from '@bindery/testing';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';

let world: TestOrganization;
let sites: SiteWorld;
beforeAll(async () => {
  world = await createTestOrganization();
  sites = new SiteWorld(world);
});
afterAll(() => world.close());

it('shows nothing of a space any more that moves to another organization, and repairs itself', async () => {
  const { records, admin } = world;
  const second = await records.organization('Second');
  await records.query(`insert into membership (organization_id, user_id, role) values ($1, $2, 'admin')`, [
    ...[second, admin.id],
  ]);
  const token = admin.token;
  await until(
    async () =>
      (await world.api.call('getOrganizationById', { token, params: { organizationId: second } })).status === 200,
  );
  const { id: siteId } = await sites.site(['Zebra words', 'Stays']);
  const params = { siteId };
  const url = new URL(await sites.publish(siteId)).pathname;
  const [moved] = await sites.siteSpaces(siteId);
  expect(moved).toMatchObject({ title: 'Zebra words', default: true });
  const spaceId = moved!.space.id;
  await importFiles(world, { 'README.md': '# Zebra words\n\nfindme secret\n' }, { space: spaceId });
  const source = '/old';
  const destination = { kind: 'site-space', siteSpaceId: moved!.id };
  await sites.expect('createSiteRedirect', { params, body: { source, destination } });
  const page = async (path = '') => (await fetch(`${world.platform.baseUrl}${url}${path}`)).text();
  const found = async () =>
    JSON.stringify((await sites.call('searchSiteContent', { params, body: { query: 'findme', mode: 'all' } })).body);
  await until(async () => (await page()).includes('secret') && (await found()).includes('Zebra words'));
  const { apiToken } = (await sites.lookup(`http://bindery.test${url}`)).body;

  await sites.expect('transferSpace', { params: { spaceId }, body: { organization: second } });
  await until(async () => (await sites.outline(siteId)) === 'Stays*');
  // A gateway shows the page that it has for a second at most without asking.
  await until(async () => !(await page()).includes('secret'));
  const shown = await Promise.all([
    ...[
      '',
      'zebra-words/',
      'zebra-words/readme',
      'readme.md',
      'sitemap.xml',
      'llms.txt',
      '~search?q=findme',
      'old',
    ].map(page),
    found(),
    JSON.stringify((await sites.call('getPublishedContentSite', { params })).body),
    JSON.stringify((await sites.call('listSiteSpaces', { params })).body),
    ...['getSpaceById', 'listPages', 'getCurrentRevision'].map(async (operation) =>
      JSON.stringify((await world.api.call(operation, { token: apiToken, params: { spaceId } })).body),
    ),
  ]);
  for (const text of shown) expect(text.replaceAll('zebra-words', '')).not.toMatch(/zebra|secret/i);
  for (const text of shown) expect(text).not.toContain(spaceId);
});
