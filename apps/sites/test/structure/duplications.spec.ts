import { unavailable, type Page, type Site, type Space } from '@bindery/contracts';
import { createServiceOrganization, type ServiceOrganization, SiteWorld } from '@bindery/testing';
import { DuplicateSpace } from '../../src/structure/duplicate-space';
import { DuplicationRepository } from '../../src/structure/duplication.repository';
import { FinishDuplications } from '../../src/structure/finish-duplications';

let world: ServiceOrganization;
let sites: SiteWorld;
beforeAll(async () => {
  world = await createServiceOrganization('sites');
  sites = new SiteWorld(world);
});
afterAll(() => world.close());

const inSites = <T>(type: new (...parts: never[]) => T): T => world.platform.service.app.get(type);
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const copies = async () => {
  const { items } = await sites.expect<Page<Space>>('listSpacesInOrganizationById', { query: { limit: 1000 } });
  return items.filter(({ title }) => title.endsWith('(copy)')).length;
};

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
    expect(await inSites(DuplicationRepository).pending(later(2), 10)).toEqual([]);
  });

  it.each(['before', 'after'])('is undone when another crash comes %s the copy is removed', async (time) => {
    const before = await copies();
    const { id: spaceId } = await interrupted();
    const [begun] = await inSites(DuplicationRepository).pending(later(2), 10);
    await inSites(DuplicationRepository).undo(begun!.id);
    if (time === 'after') await sites.expect('deleteSpaceById', { params: { spaceId } });
    await inSites(FinishDuplications).run(later(2));
    expect((await sites.siteSpaces(site.id)).map(({ title }) => title)).toEqual(['Original']);
    expect(await copies()).toBe(before);
    expect(await inSites(DuplicationRepository).pending(later(2), 10)).toEqual([]);
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
    for (const { id } of await repository.pending(later(2), 20)) await repository.end(id);
  });

  it('gives a copy that is being removed no place', async () => {
    const before = await copies();
    await interrupted();
    const [begun] = await inSites(DuplicationRepository).pending(later(2), 10);
    await inSites(DuplicationRepository).undo(begun!.id);
    const headers = { 'idempotency-key': 'a key' };
    const request = { params: { siteId: site.id, siteSpaceId }, headers };
    expect((await sites.call('duplicateSiteSpace', request)).status).toBe(409);
    expect((await sites.siteSpaces(site.id)).map(({ title }) => title)).toEqual(['Original']);
    expect(await copies()).toBe(before);
  });
});
