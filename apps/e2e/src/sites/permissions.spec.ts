import { allEndpoints, type MemberRole, type ShareLink } from '@bindery/contracts';
import { clientOf, endpointOf, type TestUser, SiteWorld, until } from '@bindery/testing';
import { example } from '../contract/examples';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';
import table from './site-permissions.json';

/** Operations on one site, with the level that each takes. */
const needs = new Map<string, string>([
  ...table.view.map((name) => [name, 'read'] as const),
  ...table.create.map((name) => [name, 'create'] as const),
  ...table.admin.map((name) => [name, 'admin'] as const),
]);
/** Operations that take a level on a space besides. */
const aboutSpaces = ['addSpaceToSite', 'addSectionToSite', 'updateSiteSpaceById'];
const operations = [...needs].map(([name, level]) => [name, level] as const);

let world: TestOrganization;
let sites: SiteWorld;
/** A guest of the organization for each level, who has it on a site by a grant. */
const users = new Map<string, TestUser>();

beforeAll(async () => {
  world = await createTestOrganization();
  sites = new SiteWorld(world);
  for (const level of table.levels) users.set(level, await world.records.user({ [world.organization]: null }));
});
afterAll(() => world.close());

/** The site of an example: hostnames name theirs. */
async function siteOf(params: Record<string, string>): Promise<string> {
  if (params.siteId) return params.siteId;
  const { target } = await sites.expect<{ target: { site: string } }>('getCustomHostname', { params });
  return target.site;
}

it('names every operation on a site in site-permissions.json', () => {
  const ofSite = allEndpoints().filter(({ service, path }) => service === 'sites' && /:siteId|:hostname/.test(path));
  const named = new Set([...needs.keys(), ...table.audience]);
  expect(ofSite.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
});

it.each(operations)('%s takes the level %s', async (name, needed) => {
  const { status, method } = endpointOf(name);
  const { params = {}, ...request } = await example(world, name);
  const siteId = await siteOf(params);
  const ask = async (level: string) => {
    const { id, token } = users.get(level)!;
    if (level !== 'none')
      await sites.expect('inviteToSite', { params: { siteId }, body: { users: [id], role: level as MemberRole } });
    return (await world.api.call(name, { ...request, params, token })).status;
  };
  const below = table.levels[table.levels.indexOf(needed) - 1]!;
  expect(await ask('none')).toBe(method === 'DELETE' ? 204 : 404);
  // The permission on the space is checked before that on the site: a guest of the site alone does not see the space.
  const refused = aboutSpaces.includes(name) ? 404 : 403;
  if (below !== 'none') expect(await ask(below)).toBe(refused);
  expect(await ask(needed)).toBe([...aboutSpaces, 'duplicateSiteSpace'].includes(name) ? 404 : status);
});

it.each(table.audience)('%s is open to the audience, by share key and content token', async (name) => {
  const { params, query, body } = await example(world, name);
  const { siteId } = params as { siteId: string };
  const inSite = { params: { siteId } };
  await sites.expect('updateSiteById', { ...inSite, body: { visibility: 'share-link' } });
  const { urls } = await sites.expect<ShareLink>('createSiteShareLink', { ...inSite, body: { name: 'x' } });
  await sites.expect('publishSite', inSite);
  const shareKey = urls.published.split('/').at(-2)!;
  const withKey =
    name === 'trackEventsInSiteById'
      ? {
          query,
          body: JSON.parse(
            JSON.stringify(body).replaceAll('"page":null', `"page":null,"siteShareKey":"${shareKey}"`),
          ) as object,
        }
      : { query: { ...query, shareKey }, body };
  const { status: expected } = endpointOf(name);
  const ask = async (request: object) => (await world.api.call(name, { params, query, body, ...request })).status;
  expect(await ask({})).toBe(401);
  expect(await ask(withKey)).toBe(expected);
  const { apiToken } = (await sites.lookup(urls.published)).body;
  expect(await ask({ token: apiToken })).toBe(expected);
  await sites.expect('updateSiteById', { ...inSite, body: { visibility: 'public' } });
  expect(await ask({})).toBe(expected);
  await until(async () => (await ask({ token: apiToken })) === 401);
});

it('names the organization as the origin of every access, as clients require', async () => {
  const { id: siteId } = await sites.site();
  const { id: guest } = users.get('read')!;
  await sites.expect('inviteToSite', { params: { siteId }, body: { users: [guest], role: 'edit' } });
  const { data } = await clientOf(world, world.admin).orgs.listPermissionsAggregateInSite(world.organization, siteId);
  const origins = new Map(data.items.map(({ user, origin }) => [user.id, origin]));
  expect([...origins.keys()]).toEqual(expect.arrayContaining([guest, world.admin.id]));
  for (const origin of origins.values())
    expect(origin).toEqual({ type: 'organization', organization: world.organization });
});
