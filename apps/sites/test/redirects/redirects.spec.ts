import type { Page, SiteRedirect } from '@bindery/contracts';
import { createServiceOrganization, refuses, SiteWorld, sql, type TestOrganization } from '@bindery/testing';

let world: TestOrganization;
let sites: SiteWorld;
beforeAll(async () => {
  world = await createServiceOrganization('sites');
  sites = new SiteWorld(world);
});
afterAll(() => world.close());

it('a site that has the maximum of redirects may replace them, and get no more', async () => {
  const { id: siteId } = await sites.site(['Guide']);
  await sql(
    world,
    `insert into sites.redirect (id, site_id, source, destination)
     select $1 || n, $1, '/old/' || n, '{"kind":"url","url":"https://example.com/before"}' from generate_series(1, 10000) n`,
    [siteId],
  );
  const to = (url: string) => ({ kind: 'url', url });
  const change = (set: object[]) => ({ params: { siteId }, body: { set } });
  await sites.expect(
    'changeSiteRedirects',
    change([{ source: '/old/1', destination: to('https://example.com/after') }]),
  );
  const count = async (search: string) => {
    const found = await sites.expect<Page<SiteRedirect>>('listSiteRedirects', {
      params: { siteId },
      query: { search },
    });
    return found.count;
  };
  expect(await count('')).toBe(10_000);
  const more = change([
    { source: '/old/2', destination: to('https://example.com/after') },
    { source: '/new', destination: to('https://example.com/after') },
  ]);
  const request = { token: world.admin.token, params: { organizationId: world.organization, siteId }, body: more.body };
  await refuses(world, 'changeSiteRedirects', request, 400, 'body.set');
  expect(await count('/new')).toBe(0);
});
