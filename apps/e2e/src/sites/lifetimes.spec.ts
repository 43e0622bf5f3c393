import { unavailable, type Page, type Site, type Space } from '@bindery/contracts';
import { DuplicateSpace, DuplicationRepository, FinishDuplications, Sweep } from '@bindery/sites';
import { SiteWorld, sql, until } from '@bindery/testing';
import { startIsolatedPlatform, type IsolatedPlatform } from '../support/test-organization';

let world: IsolatedPlatform;
let sites: SiteWorld;
beforeAll(async () => {
  world = await startIsolatedPlatform({
    ...{ RATE_LIMIT: 'on', RATE_LIMIT_JOIN: '10', RATE_LIMIT_SEARCH: '5' },
    ...{ INSIGHTS_DAYS: '3', SITE_TYPE: 'ultimate', SITE_ADS: 'true', SITE_FEATURES: 'sites-sections,sites-redirects' },
  });
  sites = new SiteWorld(world);
});
afterAll(() => world.close());

const inSites = <T>(type: new (...parts: never[]) => T): T => world.platform.services.sites.app.get(type);
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const copies = async () => {
  const { items } = await sites.expect<Page<Space>>('listSpacesInOrganizationById', { query: { limit: 1000 } });
  return items.filter(({ title }) => title.endsWith('(copy)')).length;
};

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
  await inSites(Sweep).run(later(2.9 * 24 * 60));
  expect(await kept()).toBe(1);
  await inSites(Sweep).run(later(3.1 * 24 * 60));
  expect(await kept()).toBe(0);
});

describe('a duplication that a crash interrupted', () => {
  let site: Site;
  let siteSpaceId: string;
  beforeEach(async () => {
    site = await sites.site(['Original']);
    siteSpaceId = (await sites.siteSpaces(site.id))[0]!.id;
  });

  /** The state after sites is killed when content has made the copy. */
  async function interrupted(): Promise<Space> {
    const [siteSpace] = await sites.siteSpaces(site.id);
    const { id: userId } = world.admin;
    const begun = { siteId: site.id, siteSpaceId, spaceId: siteSpace!.space.id, userId, idempotencyKey: 'a key' };
    const noted = await inSites(DuplicationRepository).begin(begun);
    const organizations = { [world.organization]: { role: 'admin' as const, teams: {} } };
    return inSites(DuplicateSpace).copy({ kind: 'user', user: userId, token: '', organizations }, noted);
  }

  it('is finished, once, and asked again with its key answers the same', async () => {
    const before = await copies();
    await interrupted();
    expect(await copies()).toBe(before + 1);
    await inSites(FinishDuplications).run();
    expect(await sites.siteSpaces(site.id)).toHaveLength(1);
    await inSites(FinishDuplications).run(later(2));
    await inSites(FinishDuplications).run(later(2));
    expect((await sites.siteSpaces(site.id)).map(({ title }) => title)).toEqual(['Original', 'Original (copy)']);
    expect(await copies()).toBe(before + 1);
    await sites.expect('duplicateSiteSpace', {
      params: { siteId: site.id, siteSpaceId },
      headers: { 'idempotency-key': 'a key' },
    });
    expect(await sites.siteSpaces(site.id)).toHaveLength(2);
    expect(await copies()).toBe(before + 1);
  });

  it('is undone when it cannot be finished', async () => {
    const before = await copies();
    await interrupted();
    expect(await copies()).toBe(before + 1);
    await sites.expect('addSpaceToSite', {
      params: { siteId: site.id },
      body: { spaceId: await sites.space('Stays') },
    });
    await sites.expect('deleteSiteSpaceById', { params: { siteId: site.id, siteSpaceId } });
    await inSites(FinishDuplications).run(later(2));
    expect((await sites.siteSpaces(site.id)).map(({ title }) => title)).toEqual(['Stays']);
    expect(await copies()).toBe(before);
    expect(await inSites(DuplicationRepository).left(later(2), 10)).toEqual([]);
  });

  it.each(['before', 'after'])('is undone when another crash comes %s the copy is removed', async (time) => {
    const before = await copies();
    const { id: spaceId } = await interrupted();
    const [begun] = await inSites(DuplicationRepository).left(later(2), 10);
    await inSites(DuplicationRepository).undo(begun!.id);
    if (time === 'after') await sites.expect('deleteSpaceById', { params: { spaceId } });
    await inSites(FinishDuplications).run(later(2));
    expect((await sites.siteSpaces(site.id)).map(({ title }) => title)).toEqual(['Original']);
    expect(await copies()).toBe(before);
    expect(await inSites(DuplicationRepository).left(later(2), 10)).toEqual([]);
  });

  it('is finished though as many older ones as are looked at together fail, which are tried again later', async () => {
    const repository = inSites(DuplicationRepository);
    const { space } = (await sites.siteSpaces(site.id))[0]!;
    const begun = { siteId: site.id, siteSpaceId, spaceId: space.id, userId: world.admin.id };
    for (let at = 0; at < 20; at++)
      await repository.undo((await repository.begin({ ...begun, idempotencyKey: `failing ${at}` })).id);
    await interrupted();
    const undo = jest.spyOn(inSites(DuplicateSpace), 'undo').mockRejectedValue(unavailable('Not now'));
    for (let turn = 0; turn < 2; turn++) await inSites(FinishDuplications).run(later(2));
    expect((await sites.siteSpaces(site.id)).map(({ title }) => title)).toEqual(['Original', 'Original (copy)']);
    expect(undo).toHaveBeenCalledTimes(20);
    await inSites(FinishDuplications).run(later(13));
    expect(undo).toHaveBeenCalledTimes(40);
    undo.mockRestore();
    for (const { id } of await repository.left(later(2), 20)) await repository.end(id);
  });

  it('gives a copy that is being removed no place', async () => {
    const before = await copies();
    await interrupted();
    const [begun] = await inSites(DuplicationRepository).left(later(2), 10);
    await inSites(DuplicationRepository).undo(begun!.id);
    const headers = { 'idempotency-key': 'a key' };
    const request = { params: { siteId: site.id, siteSpaceId }, headers };
    expect((await sites.call('duplicateSiteSpace', request)).status).toBe(409);
    expect((await sites.siteSpaces(site.id)).map(({ title }) => title)).toEqual(['Original']);
    expect(await copies()).toBe(before);
  });
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
  await inSites(Sweep).run(later(6.9 * 24 * 60));
  expect(await rows(`site where id = '${siteId}'`)).toBe(1);
  while (await inSites(Sweep).run(later(7.1 * 24 * 60)));
  expect(await rows(`site where id = '${siteId}'`)).toBe(0);
  expect(await rows(`site where id = '${kept.id}'`)).toBe(1);
  expect(await rows(`ended_organization where organization_id = '${organization}'`)).toBe(0);
});

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
