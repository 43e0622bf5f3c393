import type { Space } from '@bindery/contracts';
import { sharing, until } from '@bindery/testing';
import type { TestOrganization } from '../support/test-organization';
import { attributeOf, elements, WebWorld } from '../web/web-world';
import { ComputedWorld, nothing, notShown, shown } from './computed-world';

let web: WebWorld;
let world: TestOrganization;
let computed: ComputedWorld;
beforeAll(async () => {
  web = await WebWorld.create();
  world = web.world;
  computed = new ComputedWorld(world);
});
afterAll(() => web.close());

describe('readers', () => {
  it('see pages of no translation whose space is closed to them, though they may edit what shows it', async () => {
    const { id, result } = await computed.translated();
    const spaceId = await computed.spaceWith(id);
    const make = sharing(world);
    const { guest } = world;
    await make.onSpace(spaceId, { users: [guest.id], role: 'edit' });
    const params = { spaceId };
    expect(await computed.outline(spaceId, guest.token)).toEqual(notShown);
    expect(await computed.markdownAt(spaceId, 'french', guest.token)).toContain(nothing);
    const guide = await computed.pageAt(spaceId, 'guide');
    const all = await Promise.all([
      computed.ask('getPageById', { ...params, pageId: guide.id }, {}, guest.token),
      computed.ask('getPageByPath', { ...params, pagePath: 'guide' }, {}, guest.token),
      computed.ask('getPageById', { spaceId: result, pageId: guide.id }, {}, guest.token),
    ]);
    expect(all.map(({ status }) => status)).toEqual([404, 404, 404]);
    for (const operation of ['listPages', 'getCurrentRevision'])
      expect(JSON.stringify((await computed.ask(operation, params, {}, guest.token)).body)).not.toContain(result);
    // Readers of both spaces see it all, regardless of the reader before.
    await make.onSpace(result, { users: [guest.id], role: 'read' });
    expect(await computed.outline(spaceId, guest.token)).toEqual(shown);
    expect(await computed.pageAt(spaceId, 'guide', {}, guest.token)).toEqual(guide);
  });

  it('of a public space see pages of a translation that is public, too', async () => {
    const { id, result } = await computed.translated();
    const spaceId = await computed.spaceWith(id);
    const set = (space: string, visibility: string) =>
      world.api.expect<Space>('updateSpaceById', {
        ...{ token: world.admin.token, params: { spaceId: space }, body: { visibility } },
      });
    await set(spaceId, 'public');
    const stranger = world.otherAdmin.token;
    expect(await computed.outline(spaceId, stranger)).toEqual(notShown);
    await set(result, 'public');
    expect(await computed.outline(spaceId, stranger)).toEqual(shown);
    await set(result, 'private');
    expect(await computed.outline(spaceId, stranger)).toEqual(notShown);
  });

  it('of a site see them with pictures and links where the site has the translated space, too', async () => {
    const { id, space, result } = await computed.translated();
    const spaceId = await computed.spaceWith(id);
    const [both, one] = [await web.site([spaceId, result]), await web.site([spaceId])];
    const read = async (path: string) => (await web.get(`${both.base}${path}`)).text;
    const guide = await read('guide');
    expect(guide).toContain('Ĥöŵ ţö ûšé ţĥé ŵîðĝéţ.');
    const pictures = elements(guide, 'img', 'src').map((image) => attributeOf(image, 'src')!);
    expect(pictures.map((picture) => picture.includes('~files'))).toEqual([true]);
    expect((await web.get(pictures[0]!)).status).toBe(200);
    const links = elements(await read('readme-1'), 'a', 'href').map((link) => attributeOf(link, 'href'));
    expect(links.filter((href) => href === `${both.base}guide`).length).toBeGreaterThan(1);
    expect(await read('readme-1.md')).toContain('Ŕéåð');
    expect((await web.get(`${one.base}guide`)).status).toBe(404);
    const french = await web.get(`${one.base}french`);
    expect(french.text).toContain(nothing);
    // It is not cached, as it may change soon.
    expect(french.headers.etag).toBeUndefined();
    expect(french.text).not.toContain('Ĝûîðé');

    // A public space is visible on every site, and follows its source there as well.
    await world.api.expect('updateSpaceById', {
      ...{ token: world.admin.token, params: { spaceId: result }, body: { visibility: 'public' } },
    });
    const at = (base: string, headers = {}) => web.get(`${base}guide`, headers);
    await until(async () => (await at(one.base)).status === 200);
    const sites = [both, one].map(({ base }) => base);
    const tags = await Promise.all(sites.map(async (base) => (await at(base)).headers.etag!));
    const edit = () => computed.edit(space, 'guide', { document: { markdown: 'Another text.' } });
    await computed.translations.runAfter(id, edit);
    for (const [index, base] of sites.entries())
      await until(async () => (await at(base, { 'if-none-match': tags[index] })).text.includes('Åñöţĥéŕ ţéẋţ.'));
  });

  it('of a site see no page whose condition in the translated space they do not meet', async () => {
    const { id, result } = await computed.translated({
      'README.md': '# Home\n',
      'guide.md': '# Guide\n\n{% include ".gitbook/includes/part.md" %}\n',
      'guide/below.md': '# Below\n',
      '.gitbook/includes/part.md': '---\ntitle: Part\n---\n\nOne part.\n',
      'SUMMARY.md': '* [Home](README.md)\n* [Guide](guide.md)\n  * [Below](guide/below.md)\n',
    });
    const spaceId = await computed.spaceWith(id);
    await computed.edit(result, 'guide', { condition: 'visitor.claims.unsigned.staff' });
    const { id: siteId, base } = await web.site([spaceId, result]);
    const params = { siteId };
    await web.sites.expect('updateSiteById', { params, body: { adaptiveContent: { enabled: true } } });
    const properties = { unsigned: { type: 'object', properties: { staff: { type: 'boolean' } } } };
    await web.sites.expect('updateSiteAdaptiveSchema', {
      ...{ params, body: { jsonSchema: { type: 'object', properties } } },
    });
    const read = (path: string, isStaff: boolean) =>
      web.get(`${base}${path}`, { cookie: `bindery-claims=visitor.staff%3D${isStaff}` });
    // The answer does not depend on the reader before.
    for (const isStaff of [true, false, true]) {
      const pages = [await read('guide', isStaff), await read('guide/below', isStaff)];
      expect(pages.map(({ status }) => status)).toEqual(isStaff ? [200, 200] : [404, 404]);
      expect(pages[0]!.text.includes('Öñé þåŕţ.')).toBe(isStaff);
      expect((await read('', isStaff)).text.includes('Ĝûîðé')).toBe(isStaff);
    }
  });
});
