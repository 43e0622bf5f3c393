import type { EventEnvelope, Site, SiteSection, SiteSpace, Space, SpaceLifecycle } from '@bindery/contracts';
import { Database } from '@bindery/persistence';
import {
  clientOf,
  createServiceOrganization,
  refuses,
  type ServiceOrganization,
  SiteWorld,
  until,
} from '@bindery/testing';
import { StructureRepository } from '../../src/model/structure.repository';
import { SpacesConsumer } from '../../src/structure/spaces.consumer';

let world: ServiceOrganization;
let sites: SiteWorld;
beforeAll(async () => {
  world = await createServiceOrganization('sites');
  sites = new SiteWorld(world);
});
afterAll(() => world.close());

const admin = () => ({ token: world.admin.token });
const of = (siteId: string, more: object = {}) => ({ organizationId: world.organization, siteId, ...more });

describe('a site without sections', () => {
  it('has its spaces at the root, the first as the default, each with a path of its own', async () => {
    const { id } = await sites.site(['Guide', 'Guide', 'Ünïcode & more']);
    const siteSpaces = await sites.siteSpaces(id);
    expect(siteSpaces.map(({ path, default: isDefault, section }) => [path, isDefault, section])).toEqual([
      ['guide', true, undefined],
      ['guide-2', false, undefined],
      ['unicode-more', false, undefined],
    ]);
    expect(siteSpaces.map(({ title }) => title)).toEqual(['Guide', 'Guide', 'Ünïcode & more']);
    expect((await sites.structure(id)).type).toBe('siteSpaces');
    expect((await sites.siteSpaces(id, { default: true })).map(({ path }) => path)).toEqual(['guide']);
    expect((await sites.siteSpaces(id, { default: false })).map(({ path }) => path)).toEqual([
      'guide-2',
      'unicode-more',
    ]);
  });

  it('is made with as many statements for any number of spaces', async () => {
    const statements = async (spaces: string[]) => {
      const spies = (['load', 'insert', 'update'] as const).map((name) =>
        jest.spyOn(StructureRepository.prototype, name),
      );
      await sites.site(spaces);
      const counts = spies.map(({ mock }) => mock.calls.length);
      spies.forEach((spy) => spy.mockRestore());
      return counts;
    };
    expect(await statements(['a', 'b', 'c', 'd', 'e', 'f'])).toEqual(await statements(['a', 'b']));
  });

  it('has another default as soon as the default goes', async () => {
    const { id } = await sites.site(['a', 'b', 'c']);
    const [a, b] = await sites.siteSpaces(id);
    await sites.expect('deleteSiteSpaceById', { params: { siteId: id, siteSpaceId: a!.id } });
    expect(await sites.outline(id)).toBe('b* c');
    const c = (await sites.siteSpaces(id))[1]!;
    await sites.expect('updateSiteById', { params: { siteId: id }, body: { defaultSiteSpace: c.id } });
    expect(await sites.outline(id)).toBe('b c*');
    await sites.expect('deleteSiteSpaceById', { params: { siteId: id, siteSpaceId: c.id } });
    await sites.expect('deleteSiteSpaceById', { params: { siteId: id, siteSpaceId: b!.id } });
    expect(await sites.outline(id)).toBe('');
  });

  it('gets what it has as its first section when a section is added', async () => {
    const { id } = await sites.site(['a', 'b']);
    const section = await sites.section(id, 'API');
    expect(section).toMatchObject({ title: 'API', path: 'api', default: false });
    expect(await sites.outline(id)).toBe('Handbook*[a* b] API[API*]');
    expect((await sites.structure(id)).type).toBe('sections');
    const added = await sites.expect<SiteSpace>('addSpaceToSite', {
      params: { siteId: id },
      body: { spaceId: await sites.space('c') },
    });
    expect(added.section).toBe((await sites.siteSpaces(id))[0]!.section);
  });
});

describe('sections', () => {
  it('give the default to the next when theirs goes, and take their site-spaces along', async () => {
    const { id } = await sites.site();
    const one = await sites.section(id, 'One');
    await sites.section(id, 'Two');
    expect(await sites.outline(id)).toBe('One*[One*] Two[Two*]');
    await sites.expect('deleteSiteSectionById', { params: { siteId: id, siteSectionId: one.id } });
    expect(await sites.outline(id)).toBe('Two*[Two*]');
    expect(await sites.siteSpaces(id)).toHaveLength(1);
  });

  it('keep paths apart, and clear what null clears', async () => {
    const { id } = await sites.site();
    const one = await sites.section(id, 'One');
    const two = await sites.section(id, 'Two');
    const update = (body: object) =>
      sites.call<SiteSection>('updateSiteSectionById', { params: { siteId: id, siteSectionId: two.id }, body });
    expect((await update({ path: one.path })).status).toBe(409);
    expect((await update({ path: two.path })).status).toBe(200);
    const full = {
      title: 'Second',
      path: 'second',
      condition: 'visitor.claims.beta',
      icon: 'star',
      description: 'About',
    };
    expect((await update(full)).body).toMatchObject(full);
    expect((await update({})).body).toMatchObject(full);
    const cleared = (await update({ condition: null, icon: null, description: null })).body;
    expect(cleared).toMatchObject({ title: 'Second', path: 'second' });
    for (const field of ['condition', 'icon', 'description']) expect(cleared).not.toHaveProperty(field);
    for (const path of ['', 'a/b', '..', 'a b', 'a?b', 'x'.repeat(101)])
      expect((await update({ path })).status).toBe(400);
    for (const condition of ['visitor.', 'process.exit', 'x'.repeat(1025), 'a(1)'])
      await refuses(
        world,
        'updateSiteSectionById',
        { ...admin(), params: of(id, { siteSectionId: two.id }), body: { condition } },
        400,
        'body.condition',
      );
    expect((await update({ title: 'x' })).status).toBe(400);
    expect((await update({ defaultSiteSpace: one.siteSpaces[0]!.id })).status).toBe(400);
    expect((await update({ defaultSiteSpace: 'unknown' })).status).toBe(404);
  });

  it('take the title of their space, and one of at least two characters', async () => {
    const { id } = await sites.site();
    const add = async (title: string) =>
      (
        await sites.expect<SiteSection>('addSectionToSite', {
          params: { siteId: id },
          body: { spaceId: await sites.space(title), title: null, icon: null },
        })
      ).title;
    expect(await add('Guide')).toBe('Guide');
    expect(await add('x')).toBe('Untitled');
  });

  it('become the default by themselves and with a site-space, which must be theirs', async () => {
    const { id } = await sites.site();
    await sites.section(id, 'One');
    const two = await sites.section(id, 'Two');
    const { id: other } = await sites.expect<SiteSpace>('addSpaceToSite', {
      params: { siteId: id },
      body: { spaceId: await sites.space('Other'), sectionId: two.id },
    });
    expect((await sites.update(id, { defaultSiteSpace: other })).status).toBe(400);
    expect((await sites.update(id, { defaultSiteSection: two.id, defaultSiteSpace: other })).status).toBe(200);
    expect(await sites.outline(id)).toBe('One[One*] Two*[Two Other*]');
  });
});

describe('what a site is made of', () => {
  it('is of its own organization and not deleted', async () => {
    const { id } = await sites.site();
    const foreign = await world.api.expect<{ id: string }>('createSpace', {
      token: world.otherAdmin.token,
      params: { organizationId: world.other },
      body: { visibility: 'public' },
    });
    const deleted = await sites.space('Gone');
    await world.api.expect('deleteSpaceById', { ...admin(), params: { spaceId: deleted } });
    const siteSpaceId = (await sites.siteSpaces((await sites.site(['kept'])).id))[0]!.id;
    for (const spaceId of [foreign.id, deleted, 'unknown']) {
      await refuses(world, 'addSpaceToSite', { ...admin(), params: of(id), body: { spaceId } }, 404);
      await refuses(world, 'addSectionToSite', { ...admin(), params: of(id), body: { spaceId } }, 404);
      await refuses(
        world,
        'updateSiteSpaceById',
        { ...admin(), params: of(id, { siteSpaceId }), body: { spaceId } },
        404,
      );
      await refuses(world, 'createSite', { ...admin(), params: of(id), body: { spaces: [spaceId] } }, 404);
    }
  });

  it('is hidden while its space is deleted, and stands where it stood when that is restored', async () => {
    const { id } = await sites.site(['a', 'b']);
    const [{ space }] = (await sites.siteSpaces(id)) as [SiteSpace];
    const spaceId = { ...admin(), params: { spaceId: space.id } };
    await world.api.expect('deleteSpaceById', spaceId);
    await until(async () => (await sites.outline(id)) === 'b*');
    expect((await sites.expect<Site>('getSiteById', { params: { siteId: id } })).siteSpaces).toBe(1);
    await world.api.expect('restoreSpace', spaceId);
    await until(async () => (await sites.outline(id)) === 'a b*');
  });

  it('is hidden or not as the newest event of its space says, in whatever order they arrive', async () => {
    const { id } = await sites.site(['a', 'b']);
    const [{ space }] = (await sites.siteSpaces(id)) as [SiteSpace];
    const { app } = world.platform.service;
    const [spaces, database] = [app.get(SpacesConsumer), app.get(Database)];
    const handle = (type: 'deleted' | 'restored', version: number) =>
      database.transaction(() =>
        spaces[type]({ version, payload: { space: space.id } } as EventEnvelope<SpaceLifecycle>),
      );
    await handle('restored', 12);
    await handle('deleted', 11);
    expect(await sites.outline(id)).toBe('a* b');
    await handle('deleted', 14);
    await handle('restored', 13);
    expect(await sites.outline(id)).toBe('b*');
    await handle('restored', 15);
    expect(await sites.outline(id)).toBe('a b*');
  });

  it('keeps its place beside one that was added while it was hidden, and others can be moved between the two', async () => {
    const { id } = await sites.site(['a', 'b']);
    const [a, b] = (await sites.siteSpaces(id)) as [SiteSpace, SiteSpace];
    const spaceId = { ...admin(), params: { spaceId: b.space.id } };
    await world.api.expect('deleteSpaceById', spaceId);
    await until(async () => (await sites.outline(id)) === 'a*');
    const c = await sites.expect<SiteSpace>('addSpaceToSite', {
      params: { siteId: id },
      body: { spaceId: await sites.space('c') },
    });
    await world.api.expect('restoreSpace', spaceId);
    await until(async () => (await sites.outline(id)) === 'a* b c');
    const moveABefore = (siteSpace: SiteSpace) =>
      sites.expect('sortSiteStructure', {
        params: { siteId: id },
        body: {
          item: { type: 'site-space', id: a.id },
          position: { before: { type: 'site-space', id: siteSpace.id } },
        },
      });
    await moveABefore(c);
    expect(await sites.outline(id)).toBe('b a* c');
    const [first, second] = [b, c].sort((one, other) => (one.id < other.id ? -1 : 1)) as [SiteSpace, SiteSpace];
    // As the release before may have stored them.
    const structures = world.platform.service.app.get(StructureRepository);
    await structures.reorder([first, second].map((one) => ({ id: one.id, orderKey: 'a1' })));
    await moveABefore(second);
    expect((await sites.siteSpaces(id)).map((one) => one.id)).toEqual([first.id, a.id, second.id]);
  });

  it('cannot be two sites of one address', async () => {
    const [one, two] = [await sites.site(), await sites.site()];
    for (const address of [{ basename: 'taken' }, { proxy: 'example.com/docs' }]) {
      expect((await sites.update(one.id, address)).status).toBe(200);
      expect((await sites.update(two.id, address)).status).toBe(409);
    }
    const { body } = await sites.update(one.id, { proxy: null });
    expect(body.proxy).toBeUndefined();
    expect((await sites.update(two.id, { proxy: 'example.com/docs' })).status).toBe(200);
    await sites.update(one.id, { basename: 'Spelled' });
    expect((await sites.update(two.id, { basename: 'sPELLED' })).status).toBe(409);
    expect((await sites.update(one.id, { basename: 'spelled' })).status).toBe(200);
    for (const basename of [two.id, one.id, 'a/b', ''])
      expect((await sites.update(one.id, { basename })).status).toBe(400);
  });

  it('may have a name as long as an id, and is found at it as well as at its id', async () => {
    const one = await sites.site(['a']);
    const basename = 'Documentation1Of2Everything';
    expect((await sites.update(one.id, { visibility: 'public', basename })).status).toBe(200);
    const address = await sites.publish(one.id);
    expect(address).toContain(`/${basename}/`);
    for (const url of [address, address.replace(basename, one.id)])
      expect((await sites.lookup(url)).body).toMatchObject({ site: one.id });
  });

  it('changes one at a time: racing additions all land, with one default', async () => {
    const { id } = await sites.site();
    const spaces = await Promise.all(Array.from({ length: 8 }, (_, index) => sites.space(`s${index}`)));
    await Promise.all(
      spaces.map((spaceId) => sites.expect('addSpaceToSite', { params: { siteId: id }, body: { spaceId } })),
    );
    const siteSpaces = await sites.siteSpaces(id);
    expect(siteSpaces).toHaveLength(8);
    expect(siteSpaces.filter((siteSpace) => siteSpace.default)).toHaveLength(1);
    expect(new Set(siteSpaces.map(({ path }) => path)).size).toBe(8);
  });
});

it('is listed by space, title, type and state, page by page', async () => {
  const one = await sites.site(['Listed'], { title: 'Alpha 100%', type: 'premium' });
  await sites.site([], { title: 'Alpha beta' });
  await sites.publish(one.id);
  const list = async (query: Record<string, unknown>) =>
    (await sites.expect<{ items: Site[]; count: number }>('listSites', { query })).items.map(({ title }) => title);
  expect(await list({ title: 'alpha' })).toEqual(['Alpha 100%', 'Alpha beta']);
  expect(await list({ title: '0%' })).toEqual(['Alpha 100%']);
  expect(await list({ title: 'alpha', published: true })).toEqual(['Alpha 100%']);
  expect(await list({ title: 'alpha', published: false })).toEqual(['Alpha beta']);
  expect(await list({ type: 'premium' })).toEqual(['Alpha 100%']);
  const [{ space }] = (await sites.siteSpaces(one.id)) as [SiteSpace];
  expect(await list({ space: space.id })).toEqual(['Alpha 100%']);
  expect(space.urls.published).toBe(
    (await sites.expect<Site>('getSiteById', { params: { siteId: one.id } })).urls.published,
  );
  const api = clientOf(world, world.admin);
  const first = (await api.orgs.listSites(world.organization, { title: 'alpha', limit: 1 })).data;
  const second = (await api.orgs.listSites(world.organization, { title: 'alpha', limit: 1, page: first.next!.page }))
    .data;
  expect([first, second].map(({ items, count }) => [items[0]!.title, count])).toEqual([
    ['Alpha 100%', 2],
    ['Alpha beta', 2],
  ]);
  expect(second.next).toBeUndefined();
});

it.each([
  ['public', true],
  ['unlisted', false],
  ['share-link', false],
] as const)(
  'has a space tell where a %s site shows it, and everybody only of a public one',
  async (visibility, isPublic) => {
    const { id } = await sites.site(['Shown'], { visibility });
    const [{ space }] = (await sites.siteSpaces(id)) as [SiteSpace];
    const read = () => sites.expect<Space>('getSpaceById', { params: { spaceId: space.id } });
    const { urls, visibility: before } = await read();
    expect([urls.public, urls.published, before]).toEqual([undefined, undefined, space.visibility]);
    await sites.publish(id);
    const { urls: site } = await sites.expect<Site>('getSiteById', { params: { siteId: id } });
    await until(async () => (await read()).urls.published === site.published);
    const shown = await read();
    expect(shown.urls.public).toBe(isPublic ? site.published : undefined);
    expect(shown.visibility).toBe(visibility);
  },
);
