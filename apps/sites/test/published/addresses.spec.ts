import { SiteWorld, startServiceOrganization, testPublicUrl, type ServiceOrganization } from '@bindery/testing';

const platformHost = new URL(testPublicUrl).hostname;
const endpointsHost = 'endpoints.addresses.invalid';

let world: ServiceOrganization;
let sites: SiteWorld;
/** Sites of another organization. */
let others: SiteWorld;
let ours: string;
let theirs: string;

beforeAll(async () => {
  world = await startServiceOrganization('sites', { settings: { INTEGRATIONS_URL: `https://${endpointsHost}` } });
  sites = new SiteWorld(world);
  others = new SiteWorld({ ...world, organization: world.other, admin: world.otherAdmin });
  ours = await publishedSite(sites);
  theirs = await publishedSite(others);
});
afterAll(() => world.close());

async function publishedSite(of: SiteWorld): Promise<string> {
  const { id } = await of.site(['Guide']);
  await of.publish(id);
  return id;
}

const siteAt = async (url: string) => (await sites.lookup(url)).body.site;
/** Stores what an older version accepted, or what DNS would say. */
const plant = (id: string, column: 'proxy' | 'hostname', value: string) =>
  world.records.query(`update sites.site set ${column} = $2, hostname_active = $3 where id = $1`, [
    id,
    value,
    column === 'hostname',
  ]);

it.each([
  ['proxy', `${platformHost}/sites/ours`],
  ['proxy', `${platformHost.toUpperCase()}/sites`],
  ['proxy', `${endpointsHost}/integrations`],
  ['hostname', endpointsHost],
])('is at no host of the platform: %s %s', async (field, value) => {
  const { status, body } = await others.update(theirs, { [field]: value });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(`body.${field}`);
});

it('stays the site of a name, whatever the proxy of another site says', async () => {
  await sites.expect('updateSiteById', { params: { siteId: ours }, body: { basename: 'ours' } });
  for (const proxy of [`${platformHost}/sites`, `${platformHost}/sites/ours`, `${platformHost}/sites/ours/guide`]) {
    await plant(theirs, 'proxy', proxy);
    expect(await siteAt(`${testPublicUrl}/sites/ours/guide/page`)).toBe(ours);
    expect(await siteAt(`${testPublicUrl}/sites/${ours}/`)).toBe(ours);
  }
  await plant(theirs, 'hostname', endpointsHost);
  expect((await sites.lookup(`https://${endpointsHost}/`)).status).toBe(404);
  await others.update(theirs, { proxy: null, hostname: null });
});

describe('a proxy', () => {
  const host = 'docs.addresses.invalid';

  it('is at a confirmed host of its own organization, and of no other', async () => {
    const second = await publishedSite(sites);
    await plant(ours, 'hostname', host);
    expect((await others.update(theirs, { proxy: `${host}/guides` })).status).toBe(409);
    expect((await sites.update(second, { proxy: `${host}/guides` })).status).toBe(200);
    expect(await siteAt(`https://${host}/guides/page`)).toBe(second);
    expect(await siteAt(`https://${host}/page`)).toBe(ours);
  });

  it('shows nothing at a host that another organization has confirmed later', async () => {
    await sites.update(ours, { hostname: null });
    expect((await others.update(theirs, { proxy: `${host}/later` })).status).toBe(200);
    expect(await siteAt(`https://${host}/later/page`)).toBe(theirs);
    await plant(ours, 'hostname', host);
    expect(await siteAt(`https://${host}/later/page`)).toBe(ours);
  });

  it('lies neither above nor below one of another organization', async () => {
    const [www, second] = ['www.addresses.invalid', await publishedSite(sites)];
    expect((await sites.update(ours, { proxy: `${www}/help/docs` })).status).toBe(200);
    for (const path of ['help', 'help/docs', 'help/docs/guides', 'Help/Docs/Guides'])
      expect((await others.update(theirs, { proxy: `${www}/${path}` })).status).toBe(409);
    expect((await others.update(theirs, { proxy: `${www}/help/docs-two` })).status).toBe(200);
    expect((await sites.update(second, { proxy: `${www}/help/docs/guides` })).status).toBe(200);
    expect(await siteAt(`https://${www}/help/docs/guides/page`)).toBe(second);
    expect(await siteAt(`https://${www}/help/docs/page`)).toBe(ours);
  });
});
