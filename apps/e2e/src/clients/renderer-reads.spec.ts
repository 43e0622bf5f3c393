import { SignJWT } from 'jose';
import type {
  Events,
  JSONDocument,
  Page,
  PublishedContentSite,
  PublishedSiteContent,
  Revision,
  RevisionPage,
  RevisionPageMetaLinks,
  SearchAIAnswerStream,
  SiteCustomizationSettings,
  SitePublishingAuth,
  SiteSearchResult,
  Space,
  ShareLink,
} from '@bindery/contracts';
import { flat, importFiles, SiteWorld, until } from '@bindery/testing';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';
import { describeInBrowser, openPages } from '../web/chromium';

let world: TestOrganization;
let sites: SiteWorld;
beforeAll(async () => {
  world = await createTestOrganization();
  sites = new SiteWorld(world);
});
afterAll(() => world.close());

/** The reads of a renderer for one page, in its order, all under the token that the first read gives. */
interface Reads {
  lookup: PublishedSiteContent;
  site: PublishedContentSite;
  space: Space;
  revision: Revision;
  document: JSONDocument;
  metaLinks: RevisionPageMetaLinks;
  page: RevisionPage;
}

async function readAsRenderer(url: string, visitor: object): Promise<Reads> {
  const { api } = world;
  const lookup = await api.expect<PublishedSiteContent>('resolvePublishedContentByUrl', {
    body: { url, visitor, redirectOnError: false },
  });
  const { apiToken: token, shareKey } = lookup;
  const query = shareKey ? { shareKey } : {};
  const ofSite = { organizationId: lookup.organization, siteId: lookup.site };
  const site = await api.expect<PublishedContentSite>('getPublishedContentSite', { token, params: ofSite, query });
  const spaceId = lookup.space;
  const space = await api.expect<Space>('getSpaceById', { token, params: { spaceId }, query });
  const ofRevision = { spaceId, revisionId: space.revision };
  const revision = await api.expect<Revision>('getRevisionById', {
    token,
    params: ofRevision,
    query: { metadata: true },
  });
  const path = lookup.pathname.replace(/^\/|\/$/g, '');
  const pages = flat(revision.pages as never) as unknown as RevisionPage[];
  const page = pages.find((one) => one.type === 'document' && (path === '' || one.path === path))!;
  const ofPage = { token, params: { ...ofRevision, pageId: page.id } };
  const document = await api.expect<JSONDocument>('getPageDocumentInRevisionById', {
    ...ofPage,
    query: { evaluated: 'deterministic-only', dereferenced: 'reusable-contents' },
  });
  const metaLinks = await api.expect<RevisionPageMetaLinks>('listRevisionPageMetaLinks', ofPage);
  return { lookup, site, space, revision, document, metaLinks, page };
}

/** The ids of objects, wherever they are; headings have anchors of their own in `meta`. */
function idsIn(value: unknown, ids = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) idsIn(item, ids);
  else if (typeof value === 'object' && value !== null)
    for (const [name, held] of Object.entries(value)) {
      if (name === 'id' && typeof held === 'string') ids.add(held);
      if (name !== 'meta' && name !== 'features') idsIn(held, ids);
    }
  return ids;
}

const files = (title: string) => ({
  'README.md': `# ${title}\n\nSee [the guide](guide/README.md) and {% include ".gitbook/includes/note.md" %}\n\nBackups are restored from the menu.\n`,
  '.gitbook/includes/note.md': '# Note\n\nMind this.\n',
  'guide/README.md': '# Guide\n\n## 2026\n\n* one\n* two\n\n![](../dot.svg)\n',
  'dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
  'SUMMARY.md': '* [Home](README.md)\n\n## More\n\n* [Guide](guide/README.md)\n',
});

const spaceOf = async (title: string): Promise<string> =>
  (await importFiles(world, files(title), { title })).spaces[0]!.id;

/** A site with a group that holds a section with two variants, and a section beside it. */
async function richSite(body: object = {}) {
  const [home, api, german] = await Promise.all([spaceOf('Home'), spaceOf('API'), spaceOf('Deutsch')]);
  const { id: siteId } = await sites.expect<{ id: string }>('createSite', {
    body: { title: 'Rich', spaces: [home], ...body },
  });
  const of = { params: { siteId } };
  const section = (spaceId: string, title: string) =>
    sites.expect<{ id: string }>('addSectionToSite', { ...of, body: { spaceId, title } });
  await section(api, 'API');
  const [, second] = (await sites.expect<{ items: { id: string }[] }>('listSiteSections', of)).items;
  await sites.expect('addSpaceToSite', { ...of, body: { spaceId: german, sectionId: second!.id } });
  await sites.group(siteId, 'Group', { sections: [second!.id] });
  const url = await sites.publish(siteId);
  return { siteId, url, of, german, api };
}

/** As CSS has it (Selectors, `#id`): a digit, or a hyphen and a digit, cannot be the beginning. */
const isSelectable = (id: string): boolean => /^(?:--|-?[A-Za-z_\u0080-\uffff])[\w\u0080-\uffff-]*$/.test(id);

const found: string[] = [];

function holds(reads: Reads): void {
  const ids = [...idsIn(reads)];
  found.push(...ids);
  expect(ids.length).toBeGreaterThan(10);
  expect(ids.filter((id) => !isSelectable(id))).toEqual([]);
  expect(reads.site.structure.structure.length).toBeGreaterThan(0);
  expect(reads.document).toMatchObject({ object: 'document' });
  expect(reads.revision.id).toBe(reads.space.revision);
}

describe('the reads of a renderer', () => {
  it('show a public site with sections, a group and variants', async () => {
    const { url, german, api } = await richSite({ visibility: 'public' });
    const home = await readAsRenderer(url, { unsignedClaims: {} });
    holds(home);
    expect(home.site.structure.type).toBe('sections');
    const section = await readAsRenderer(`${url}api/guide`, { unsignedClaims: {} });
    holds(section);
    expect(section.lookup.space).toBe(api);
    expect(section.page).toMatchObject({ title: 'Guide', kind: 'sheet' });
    expect(section.metaLinks.alternates).toEqual([{ kind: 'page', space: german, page: expect.any(String) }]);
    const [alternate] = section.metaLinks.alternates as { page: string; space: string }[];
    const there = await world.api.expect<RevisionPage>('getPageById', {
      token: section.lookup.apiToken,
      params: { spaceId: german, pageId: alternate!.page },
    });
    expect(there).toMatchObject({ title: 'Guide', path: 'guide' });
  });

  it('find the current space and the other sections, together and each alone', async () => {
    const { siteId, url, api } = await richSite({ visibility: 'public' });
    const { apiToken: token } = (await sites.lookup(url)).body;
    const [home, section] = await sites.siteSpaces(siteId);
    const of = { token, params: { organizationId: world.organization, siteId } };
    const search = async (body: object) => {
      const { items } = await world.api.expect<Page<SiteSearchResult>>('searchSiteContent', {
        ...of,
        body: { query: 'guide', ...body },
      });
      return items.map(({ id }) => id).toSorted();
    };
    const spaces = [home!.space.id, api].toSorted();
    await until(async () => (await search({ scope: { mode: 'default' } })).length === 2);
    expect(await search({ mode: 'current', siteSpaceId: home!.id })).toEqual(spaces);
    const part = (restrictTo: string) => ({ mode: 'default', currentSiteSpace: home!.id, restrictTo });
    expect(await search({ scope: part('currentSiteSpace') })).toEqual([home!.space.id]);
    expect(await search({ scope: part('otherSiteSpaces') })).toEqual([api]);
    const sources = async (scope: object) => {
      const { events } = await world.api.expect<Events<SearchAIAnswerStream>>('streamAskInSite', {
        ...of,
        body: { question: 'How can I restore backups?', scope },
      });
      return new Set(events[0]!.answer.sources.map(({ space }) => space));
    };
    expect(section!.space.id).toBe(api);
    expect(await sources(part('currentSiteSpace'))).toEqual(new Set([home!.space.id]));
    expect(await sources(part('otherSiteSpaces'))).toEqual(new Set([api]));
  });

  it('show the names of users whom pages mention', async () => {
    const { url } = await richSite({ visibility: 'public' });
    const { apiToken: token } = (await sites.lookup(url)).body;
    const named = (user: string) => world.api.call('getUserById', { token, params: { userId: user } });
    const { status, body } = await named(world.admin.id);
    expect([status, Object.keys(body as object).toSorted()]).toEqual([200, ['displayName', 'id', 'object', 'urls']]);
    expect((await named(world.otherAdmin.id)).status).toBe(404);
  });

  it('show one that the key of a share link opens', async () => {
    const { of } = await richSite({ visibility: 'share-link' });
    const { urls } = await sites.expect<ShareLink>('createSiteShareLink', { ...of, body: { name: 'Friends' } });
    const reads = await readAsRenderer(`${urls.published}guide`, { unsignedClaims: {} });
    holds(reads);
    expect(reads.lookup.shareKey).toBeTruthy();
  });

  it('show one to a visitor with a token', async () => {
    const { url, of } = await richSite({ visibility: 'visitor-auth' });
    const { privateKey } = await sites.expect<SitePublishingAuth>('getSitePublishingAuthById', of);
    const jwtToken = await new SignJWT({ plan: 'pro' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(privateKey));
    holds(await readAsRenderer(`${url}guide`, { jwtToken, unsignedClaims: {} }));
  });

  it('tell where each social account is shown, also of accounts without `display`', async () => {
    const { url, of } = await richSite({ visibility: 'public' });
    const look = await sites.expect<SiteCustomizationSettings>('getSiteCustomizationById', of);
    const account = { platform: 'github', handle: 'bindery' };
    const displayed = { ...account, display: { header: true, footer: false } };
    await sites.expect('updateSiteCustomizationById', {
      ...of,
      body: { ...look, socialAccounts: [account, displayed] },
    });
    const { site } = await readAsRenderer(url, { unsignedClaims: {} });
    const { socialAccounts } = site.customizations.site;
    expect(socialAccounts).toEqual([{ ...account, display: { header: false, footer: true } }, displayed]);
  });

  it('name the page actions that are on, in their order', async () => {
    const { url, of } = await richSite({ visibility: 'public' });
    const look = await sites.expect<SiteCustomizationSettings>('getSiteCustomizationById', of);
    const items = async (pageActions: object) => {
      const body = { ...look, pageActions: { ...look.pageActions, ...pageActions } };
      await sites.expect('updateSiteCustomizationById', { ...of, body });
      return (await readAsRenderer(url, { unsignedClaims: {} })).site.customizations.site.pageActions.items;
    };
    expect(await items({})).toEqual(['markdown', 'mcp', 'external-ai']);
    expect(await items({ mcp: false, items: ['external-ai', 'mcp'] })).toEqual(['external-ai', 'markdown']);
    // A client sends back what it was answered, without the action that was off.
    const sent = { mcp: true, items: ['external-ai', 'markdown'] };
    expect(await items(sent)).toEqual(['external-ai', 'mcp', 'markdown']);
  });

  it('have the themes of code in the form of the newest API', async () => {
    const { url, of } = await richSite({ visibility: 'public' });
    const look = await sites.expect<SiteCustomizationSettings>('getSiteCustomizationById', of);
    const both = (theme: string) => ({ light: theme, dark: theme });
    const themes = async (codeTheme: object) => {
      const body = { ...look, styling: { ...look.styling, codeTheme } };
      await sites.expect('updateSiteCustomizationById', { ...of, body });
      return (await readAsRenderer(url, { unsignedClaims: {} })).site.customizations.site.styling.codeTheme;
    };
    const newest = { default: both('nord'), openapi: both('dracula') };
    expect(await themes(newest)).toEqual({ ...both('nord'), ...newest });
    const one = { default: both('monokai'), openapi: both('monokai') };
    expect(await themes(both('monokai'))).toEqual({ ...both('monokai'), ...one });
    // A client of before changes what it knows, and sends the rest back.
    const two = { default: both('nord'), openapi: both('nord') };
    expect(await themes({ ...both('nord'), ...one })).toEqual({ ...both('nord'), ...two });
  });

  it('may be kept by the tags and times that they come with, until something changes', async () => {
    const { url } = await richSite({ visibility: 'public' });
    const { lookup, space } = await readAsRenderer(url, { unsignedClaims: {} });
    const { apiToken: token } = lookup;
    const headersOf = async (operation: string, params: Record<string, string>) => {
      const { headers } = await world.api.call(operation, { token, params });
      return [headers.get('x-gitbook-cache-tag'), headers.get('x-gitbook-cache-control')];
    };
    const spaceId = lookup.space;
    expect(await headersOf('getSpaceById', { spaceId })).toEqual([`space:${spaceId}`, 'max-age=1']);
    const ofSite = { organizationId: lookup.organization, siteId: lookup.site };
    expect(await headersOf('getPublishedContentSite', ofSite)).toEqual([`site:${lookup.site}`, 'max-age=1']);
    const ofRevision = { spaceId, revisionId: space.revision };
    expect(await headersOf('getRevisionById', ofRevision)).toEqual([null, 'max-age=31536000, immutable']);
  });
});

describeInBrowser('a browser', () => {
  let page: Parameters<Parameters<typeof openPages>[0]>[0];
  openPages((opened) => (page = opened));

  it('takes every id of these reads in a selector', async () => {
    expect(found.length).toBeGreaterThan(40);
    const refused = await page.evaluate(
      `(${JSON.stringify(found)}).filter((id) => { try { document.querySelector('#' + id); return false; } catch { return true; } })`,
    );
    expect(refused).toEqual([]);
  });
});
