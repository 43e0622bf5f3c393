import { ApiCaller, SiteWorld } from '@bindery/testing';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';

let world: TestOrganization;
let sites: SiteWorld;
beforeAll(async () => {
  const made = await createTestOrganization();
  const limits = { RATE_LIMIT: 'on', RATE_LIMIT_JOIN: '10', RATE_LIMIT_SEARCH: '5', RATE_LIMIT_TOKEN: '60' };
  await made.platform.restart('identity', limits);
  const baseUrl = await made.platform.addGateway({ RATE_LIMIT: 'on', TRUST_PROXY: '1' });
  world = { ...made, platform: { ...made.platform, baseUrl }, api: new ApiCaller(baseUrl) };
  sites = new SiteWorld(world);
});
afterAll(() => world.close());

describe('a network address', () => {
  it('is held back when it guesses keys of share links, also where one would be right', async () => {
    const site = await sites.site(['Shared'], { visibility: 'share-link' });
    const published = new URL(await sites.publish(site.id)).pathname;
    const { urls } = await sites.expect<{ urls: { published: string } }>('createSiteShareLink', {
      params: { siteId: site.id },
      body: { name: 'For friends' },
    });
    const visit = async (path: string) => (await fetch(world.platform.baseUrl + path)).status;
    const seen: number[] = [];
    for (let guess = 0; guess < 15; guess++) seen.push(await visit(`${published}guess${guess}/`));
    expect(seen.slice(0, 10)).toEqual(Array(10).fill(404));
    expect(seen.slice(10)).toEqual(Array(5).fill(429));
    expect(await visit(new URL(urls.published).pathname)).toBe(429);
  });

  it('has one limit for searches of a site, a space and an organization through the API', async () => {
    const site = await sites.site(['Searched']);
    const [siteSpace] = await sites.siteSpaces(site.id);
    const search = () => sites.call('searchSiteContent', { params: { siteId: site.id }, body: { query: 'x' } });
    const seen = [];
    for (let count = 0; count < 7; count++) seen.push((await search()).status);
    expect(seen).toEqual([200, 200, 200, 200, 200, 429, 429]);
    for (const operation of ['searchSpaceContent', 'searchOrganizationContent']) {
      const request = { params: { spaceId: siteSpace!.space.id }, query: { query: 'x' } };
      expect([operation, (await sites.call(operation, request)).status]).toEqual([operation, 429]);
    }
  });
});

describe('readers of a site, who share a token,', () => {
  const readers = async () => {
    const { id } = await sites.site(['Read']);
    const { apiToken: token } = (await sites.lookup(await sites.publish(id))).body;
    const call = (operation: string, from: string, body?: object) =>
      sites.call(operation, { token, params: { siteId: id }, body, headers: { 'x-forwarded-for': from } });
    return {
      read: async (from: string) => (await call('getSiteStructure', from)).status,
      search: async (from: string) => (await call('searchSiteContent', from, { query: 'x' })).status,
    };
  };

  it('have a limit for each network address, which nobody else uses up', async () => {
    const { read } = await readers();
    for (let count = 0; count < 60; count++) expect(await read('192.0.2.1')).toBe(200);
    expect(await read('192.0.2.1')).toBe(429);
    expect(await read('192.0.2.2')).toBe(200);
    for (let count = 0; count < 60; count++) await read(`2001:db8:1:2::${count.toString(16)}`);
    expect(await read('2001:db8:1:2::ffff')).toBe(429);
  });

  it('have one for searches as well', async () => {
    const { search } = await readers();
    const seen = [];
    for (let count = 0; count < 6; count++) seen.push(await search('192.0.2.1'));
    expect(seen).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await search('192.0.2.2')).toBe(200);
  });
});
