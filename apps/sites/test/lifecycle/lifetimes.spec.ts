import type { Site } from '@bindery/contracts';
import { SiteWorld, sql, startServiceOrganization, type ServiceOrganization, until } from '@bindery/testing';
import { Sweep } from '../../src/lifecycle/sweep';

let world: ServiceOrganization;
let sites: SiteWorld;
beforeAll(async () => {
  const types = { SITE_TYPE: 'ultimate', SITE_ADS: 'true', SITE_FEATURES: 'sites-sections,sites-redirects' };
  world = await startServiceOrganization('sites', { settings: { INSIGHTS_DAYS: '3', ...types } });
  sites = new SiteWorld(world);
});
afterAll(() => world.close());

const day = 24 * 60 * 60_000;
const sweep = () => world.platform.service.app.get(Sweep);
const inDays = (days: number) => new Date(Date.now() + days * day);

it('shows of sites what the settings say of them', async () => {
  const site = await sites.site(['Set']);
  expect(site).toMatchObject({ type: 'ultimate', ads: { status: 'pending', submittable: true } });
  expect(site.features.map(({ id }) => id)).toEqual(['sites-sections', 'sites-redirects']);
});

it('keeps what readers did for as many days as it is set to, and no longer', async () => {
  const { id: siteId } = await sites.site(['Read']);
  await sites.publish(siteId);
  const session = { visitorId: 'v', sessionId: 's', language: 'en', ip: '192.0.2.1' };
  const location = { url: 'https://docs.example.com/', siteSection: null, siteSpace: null, space: 's', page: 'p' };
  const body = { events: [{ type: 'page_view', session, location }] };
  await world.api.expect('trackEventsInSiteById', { params: { organizationId: world.organization, siteId }, body });
  const kept = async () => (await sql(world, `select from sites.insights_event where site_id = '${siteId}'`)).length;
  await sweep().removeInsights(inDays(2.9));
  expect(await kept()).toBe(1);
  await sweep().removeInsights(inDays(3.1));
  expect(await kept()).toBe(0);
});

it('removes what readers did long ago in several steps', async () => {
  const { id: siteId } = await sites.site(['Busy']);
  await sql(
    world,
    `insert into sites.insights_event (id, site_id, type, visitor_id, session_id, url, occurred_at)
     select 'old-' || n, $1, 'page_view', 'v', 's', 'https://docs.example.com/', now() - interval '4 days' from generate_series(1, 5001) n`,
    [siteId],
  );
  expect(await sweep().removeInsights()).toBe(true);
  expect(await sweep().removeInsights()).toBe(false);
  expect(await sql(world, `select from sites.insights_event where site_id = $1`, [siteId])).toEqual([]);
});

it('removes the sites of a deleted organization when it is purged, and no others', async () => {
  const { records, api } = world;
  const organization = await records.organization('Ending');
  const { token } = await records.user({ [organization]: 'admin' });
  const params = { organizationId: organization };
  const { id: siteId } = await api.expect<Site>('createSite', { token, params, body: { title: 'Gone' } });
  const kept = await sites.site(['Kept']);
  await api.expect('deleteOrganizationById', { token, params });
  const rows = async (where: string) => (await sql(world, `select from sites.${where}`)).length;
  await until(async () => (await rows(`ended_organization where organization_id = '${organization}'`)) === 1);
  await sweep().purgeOrganizations(inDays(6.9));
  expect(await rows(`site where id = '${siteId}'`)).toBe(1);
  while (await sweep().purgeOrganizations(inDays(7.1)));
  expect(await rows(`site where id = '${siteId}'`)).toBe(0);
  expect(await rows(`site where id = '${kept.id}'`)).toBe(1);
  expect(await rows(`ended_organization where organization_id = '${organization}'`)).toBe(0);
});
