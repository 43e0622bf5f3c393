import type { SiteSectionGroup, SiteSpace } from '@bindery/contracts';
import { createServiceOrganization, refuses, SiteWorld, type TestOrganization } from '@bindery/testing';

let world: TestOrganization;
let sites: SiteWorld;
beforeAll(async () => {
  world = await createServiceOrganization('sites');
  sites = new SiteWorld(world);
});
afterAll(() => world.close());

const admin = () => ({ token: world.admin.token });
const of = (siteId: string, more: object = {}) => ({ organizationId: world.organization, siteId, ...more });

describe('the order', () => {
  it('changes with the deprecated moves, which say so, and to the end without a position', async () => {
    const { id } = await sites.site();
    const [a, b, c] = [await sites.section(id, 'aa'), await sites.section(id, 'bb'), await sites.section(id, 'cc')];
    const move = (siteSectionId: string, body?: object) =>
      sites.call('moveSiteSection', { params: { siteId: id, siteSectionId }, body });
    const answer = await move(c.id, { position: { before: { type: 'site-section', siteSection: a.id } } });
    expect(answer.headers.get('deprecation')).toMatch(/^@\d+$/);
    expect(answer.headers.get('link')).toBe(
      `</v1/orgs/${world.organization}/sites/${id}/structure/sort>; rel="successor-version"`,
    );
    expect(await sites.outline(id)).toBe('cc[cc*] aa*[aa*] bb[bb*]');
    await move(c.id, { position: { after: { type: 'site-section', siteSection: a.id } } });
    expect(await sites.outline(id)).toBe('aa*[aa*] cc[cc*] bb[bb*]');
    await move(a.id);
    expect(await sites.outline(id)).toBe('cc[cc*] bb[bb*] aa*[aa*]');
    const beside = { type: 'site-section', siteSection: b.id };
    expect((await move(a.id, { position: { before: beside, after: beside } })).status).toBe(400);
    expect((await move(a.id, { position: { before: { ...beside, siteSection: a.id } } })).status).toBe(400);
    expect((await move(a.id, { position: { before: { ...beside, siteSection: 'unknown' } } })).status).toBe(400);
  });

  it('moves site-spaces within and between sections, and keeps a default in both', async () => {
    const { id } = await sites.site();
    const one = await sites.section(id, 'One');
    const two = await sites.section(id, 'Two');
    const { id: extra } = await sites.expect<SiteSpace>('addSpaceToSite', {
      params: { siteId: id },
      body: { spaceId: await sites.space('Extra'), sectionId: one.id },
    });
    const sort = (item: object, position: object) =>
      sites.call('sortSiteStructure', { params: { siteId: id }, body: { item, position } });
    const first = one.siteSpaces[0]!.id;
    const beside = { type: 'site-space', id: two.siteSpaces[0]!.id };
    expect((await sort({ type: 'site-space', id: first }, { after: beside })).body).toMatchObject({ section: two.id });
    expect(await sites.outline(id)).toBe('One*[Extra*] Two[Two* One]');
    await sites.expect('moveSiteSpace', {
      params: { siteId: id, siteSpaceId: first },
      body: { position: { before: { type: 'site-space', siteSpace: beside.id } } },
    });
    expect(await sites.outline(id)).toBe('One*[Extra*] Two[One Two*]');
    expect(
      (await sort({ type: 'site-space', id: extra }, { after: { type: 'site-section', id: two.id } })).status,
    ).toBe(400);
    expect((await sort({ type: 'site-space', id: 'unknown' }, {})).status).toBe(404);
    expect((await sort({ type: 'site-section', id: 'unknown' }, {})).status).toBe(404);
  });

  it('leaves a section its default when that of another one is moved before it', async () => {
    const { id } = await sites.site();
    const one = await sites.section(id, 'One');
    const two = await sites.section(id, 'Two');
    const [kept, moved] = [one.siteSpaces[0]!.id, two.siteSpaces[0]!.id];
    const before = { type: 'site-space', siteSpace: kept };
    await sites.expect('sortSiteStructure', {
      params: { siteId: id },
      body: { item: { type: 'site-space', id: moved }, position: { before: { type: 'site-space', id: kept } } },
    });
    expect(await sites.outline(id)).toBe('One*[Two One*] Two[]');
    // Within its section it stays what it is.
    const move = (siteSpaceId: string) =>
      sites.expect('moveSiteSpace', { params: { siteId: id, siteSpaceId }, body: {} });
    await move(kept);
    expect(await sites.outline(id)).toBe('One*[Two One*] Two[]');
    const three = await sites.section(id, 'Three');
    const fromThree = { siteId: id, siteSpaceId: three.siteSpaces[0]!.id };
    await sites.expect('moveSiteSpace', { params: fromThree, body: { position: { before } } });
    expect(await sites.outline(id)).toBe('One*[Two Three One*] Two[] Three[]');
  });

  it('survives a hundred moves to the same place', async () => {
    const { id } = await sites.site(['a', 'b', 'c']);
    const ids = (await sites.siteSpaces(id)).map((siteSpace) => siteSpace.id);
    for (let round = 0; round < 100; round++) {
      await sites.expect('sortSiteStructure', {
        params: { siteId: id },
        body: {
          item: { type: 'site-space', id: ids[round % 2 === 0 ? 2 : 1] },
          position: { after: { type: 'site-space', id: ids[0] } },
        },
      });
    }
    expect(await sites.outline(id)).toBe('a* b c');
  });
});

describe('section groups', () => {
  it('hold sections, links and groups, and leave them in place when they go', async () => {
    const { id } = await sites.site();
    const [a, b] = [await sites.section(id, 'aa'), await sites.section(id, 'bb')];
    await sites.section(id, 'cc');
    const outer = await sites.group(id, 'Outer', { sections: [b.id, a.id], icon: 'star' });
    expect(outer).toMatchObject({ title: 'Outer', icon: 'star' });
    const inner = await sites.group(id, 'Inner', { parent: outer.id });
    await sites.expect('addExternalLinkToSite', {
      params: { siteId: id },
      body: { title: 'Status', url: 'https://status.example.com', parent: inner.id },
    });
    await sites.expect('addSectionToGroup', {
      params: { siteId: id, siteSectionGroupId: inner.id },
      body: { sectionId: a.id },
    });
    expect(await sites.outline(id)).toBe('cc[cc*] Outer(bb[bb*] Inner(->Status aa*[aa*]))');
    const { items } = await sites.expect<{ items: SiteSectionGroup[] }>('listSiteSectionGroups', {
      params: { siteId: id },
    });
    expect(items.map(({ title, sectionGroup }) => [title, sectionGroup])).toEqual([
      ['Outer', undefined],
      ['Inner', outer.id],
    ]);
    await sites.expect('deleteSiteSectionGroupById', { params: { siteId: id, siteSectionGroupId: outer.id } });
    expect(await sites.outline(id)).toBe('cc[cc*] bb[bb*] Inner(->Status aa*[aa*])');
    const remove = () =>
      sites.expect('removeSectionFromGroup', {
        params: { siteId: id, siteSectionGroupId: inner.id, siteSectionId: a.id },
      });
    await remove();
    await remove();
    expect(await sites.outline(id)).toBe('cc[cc*] bb[bb*] Inner(->Status) aa*[aa*]');
  });

  it('move beside sections and groups, never into themselves, and are nested four deep', async () => {
    const { id } = await sites.site();
    const section = await sites.section(id, 'ss');
    const groups = [await sites.group(id, '1')];
    for (const title of ['2', '3', '4']) groups.push(await sites.group(id, title, { parent: groups.at(-1)!.id }));
    expect(await sites.outline(id)).toBe('ss*[ss*] 1(2(3(4())))');
    await refuses(
      world,
      'addSectionGroupToSite',
      { ...admin(), params: of(id), body: { title: '5', parent: groups[3]!.id } },
      400,
      'body.parent',
    );
    const move = (group: number, position: object) =>
      sites.call('moveSiteSectionGroup', {
        params: { siteId: id, siteSectionGroupId: groups[group]!.id },
        body: { position },
      });
    expect((await move(0, { before: { type: 'site-section-group', id: groups[2]!.id } })).status).toBe(409);
    expect((await move(0, { before: { type: 'site-section', id: 'unknown' } })).status).toBe(400);
    expect((await move(0, { before: { type: 'site-section', id: section.id } })).status).toBe(200);
    expect(await sites.outline(id)).toBe('1(2(3(4()))) ss*[ss*]');
    expect((await move(2, { after: { type: 'site-section', id: section.id } })).status).toBe(200);
    expect(await sites.outline(id)).toBe('1(2()) ss*[ss*] 3(4())');
  });
});
