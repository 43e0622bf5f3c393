import { setTimeout as sleep } from 'node:timers/promises';
import type {
  DocumentPage,
  Page,
  PdfUrl,
  RevisionPages,
  SearchPageResult,
  SearchSpaceResult,
} from '@bindery/contracts';
import { newSlug, petStore, putSpec, textOf, textOfPdf, until } from '@bindery/testing';
import { attributeOf, elements, WebWorld } from '../web/web-world';

let web: WebWorld;
beforeAll(async () => (web = await WebWorld.create()));
afterAll(() => web.close());

const filesWith = (spec: string) => ({
  'README.md': '# Home\n',
  'inside.md': '# Inside\n',
  'SUMMARY.md': `* [Home](README.md)
* [Inside](inside.md)
  * \`\`\`yaml
    type: builtin:openapi
    dependencies:
      spec:
        ref:
          kind: openapi
          spec: ${spec}
    \`\`\`
`,
});

/** A pet store whose one operation has a description with this word. */
function storeThatSays(word: string) {
  const store = petStore(word);
  return textOf({
    ...store,
    paths: {
      '/pets': {
        parameters: [{ $ref: '#/components/parameters/Cage' }],
        get: { ...store.paths['/pets'].get, description: `Lists every ${word}, *gently*.` },
      },
    },
    components: {
      schemas: { Pet: { type: 'object', properties: { whiskers: { type: 'integer', description: 'How many.' } } } },
      parameters: {
        Cage: { name: 'cage', in: 'query', description: 'Of which enclosure.', schema: { type: 'string' } },
      },
    },
  });
}

const search = async (spaceId: string, query: string): Promise<SearchPageResult[]> => {
  const request = { token: web.world.admin.token, params: { spaceId }, query: { query } };
  return (await web.world.api.expect<Page<SearchPageResult>>('searchSpaceContent', request)).items;
};

/** Waits for the first results; the test's own timeout ends the wait. */
async function found(spaceId: string, query: string): Promise<SearchPageResult[]> {
  for (;;) {
    const items = await search(spaceId, query);
    if (items.length > 0) return items;
    await sleep(50);
  }
}

async function gone(spaceId: string, query: string): Promise<void> {
  while ((await search(spaceId, query)).length > 0) await sleep(50);
}

it('finds what a specification says, in every space that shows it, and follows its versions', async () => {
  const slug = newSlug();
  await putSpec(web.world, slug, storeThatSays('axolotl'));
  const [first, second] = [await web.space('One', filesWith(slug)), await web.space('Two', filesWith(slug))];
  for (const space of [first, second]) {
    const [page] = await found(space, 'axolotl gently');
    expect(page).toMatchObject({ title: 'Pet', path: 'inside/everything/pet' });
    expect(page!.sections).toMatchObject([{ path: 'inside/everything/pet#listpets', title: 'List pets' }]);
  }
  for (const words of ['enclosure', 'cage', 'whiskers', '"GET /pets"'])
    expect(await search(first, words)).toHaveLength(1);
  expect(await search(first, 'hidden')).toEqual([]);

  await putSpec(web.world, slug, storeThatSays('capybara'));
  for (const space of [first, second]) {
    expect(await found(space, 'capybara')).toHaveLength(1);
    expect(await search(space, 'axolotl')).toEqual([]);
  }
  const params = { organizationId: web.world.organization, specSlug: slug };
  await web.world.api.expect('deleteOpenAPISpecBySlug', { token: web.world.admin.token, params });
  for (const space of [first, second]) await gone(space, 'capybara');
  expect(await search(first, 'inside')).toHaveLength(1);
});

it('finds a specification that comes after the space, and nothing of it once the place is gone', async () => {
  const slug = newSlug();
  const spaceId = await web.space('Early', filesWith(slug));
  await found(spaceId, 'inside');
  await putSpec(web.world, slug, storeThatSays('quokka'));
  await found(spaceId, 'quokka');
  const request = { token: web.world.admin.token, params: { spaceId } };
  const { pages } = await web.world.api.expect<RevisionPages>('listPages', request);
  const change = { operation: 'delete_page', page: pages[1]!.id };
  await web.world.api.expect('updateSpaceContent', { ...request, body: { changes: [change] } });
  await gone(spaceId, 'quokka');
});

it('finds it for those alone who may see the space', async () => {
  const slug = newSlug();
  await putSpec(web.world, slug, storeThatSays('numbat'));
  await found(await web.space('Closed', filesWith(slug)), 'numbat');
  const spaces = async (token: string) => {
    const params = { organizationId: web.world.organization };
    const request = { token, params, query: { query: 'numbat' } };
    return (await web.world.api.expect<Page<SearchSpaceResult>>('searchOrganizationContent', request)).items.length;
  };
  expect([await spaces(web.world.admin.token), await spaces(web.world.guest.token)]).toEqual([1, 0]);
});

describe('a site that shows a specification', () => {
  let slug: string;
  let space: string;
  let base: string;
  let siteId: string;
  beforeAll(async () => {
    slug = newSlug();
    await putSpec(web.world, slug, storeThatSays('tapir'));
    space = await web.space('Shown', filesWith(slug));
    await found(space, 'tapir');
    ({ id: siteId, base } = await web.site([space]));
  });

  it('indexes it as text, and anew with each version', async () => {
    const path = `${base}inside/everything/pet`;
    const { status, text } = await web.get(path);
    expect(status).toBe(200);
    expect(elements(text, 'h2').map((heading) => attributeOf(heading, 'id'))).toContain('listpets');
    for (const words of ['List pets', 'GET /pets', 'tapir', 'cage', 'Of which enclosure.'])
      expect(text).toContain(words);
    expect((await web.get(`${path}.md`)).text).toContain('Lists every tapir');
    expect((await web.get(`${base}llms.txt`)).text).toContain('inside/everything/pet');
    expect((await web.get(`${base}sitemap.xml`)).text).toContain('inside/everything/pet');
    expect((await web.get(`${base}~search?q=tapir`)).text).toContain('inside/everything/pet#listpets');
    await putSpec(web.world, slug, storeThatSays('okapi'));
    await found(space, 'okapi');
    // The gateway may answer with what it knew for less than a second.
    await until(async () => (await web.get(path)).text.includes('okapi'));
  });

  it('keeps it from readers who do not meet the condition of a page above', async () => {
    await web.sites.expect('updateSiteById', { params: { siteId }, body: { adaptiveContent: { enabled: true } } });
    const properties = { unsigned: { type: 'object', properties: { staff: { type: 'boolean' } } } };
    const body = { jsonSchema: { type: 'object', properties } };
    await web.sites.expect('updateSiteAdaptiveSchema', { params: { siteId }, body });
    const request = { token: web.world.admin.token, params: { spaceId: space } };
    const { pages } = await web.world.api.expect<RevisionPages>('listPages', request);
    const change = { operation: 'update_page', page: pages[1]!.id, condition: 'visitor.claims.unsigned.staff' };
    await web.world.api.expect('updateSpaceContent', { ...request, body: { changes: [change] } });
    await until(async () => (await web.get(`${base}inside/everything/pet`)).status === 404);
    await until(async () => !(await web.get(`${base}llms.txt`)).text.includes('inside'));
    expect((await web.get(`${base}~search?q=pets`)).text).not.toContain('inside/everything/pet');
    const { apiToken: token } = (await web.sites.lookup(`http://bindery.test${base}`)).body;
    const read = { token, params: { spaceId: space }, query: { query: 'pets' } };
    expect((await web.world.api.expect<Page<SearchPageResult>>('searchSpaceContent', read)).items).toEqual([]);
  });
});

it('prints what a specification says, as of its newest version', async () => {
  const slug = newSlug();
  await putSpec(web.world, slug, storeThatSays('wombat'));
  const spaceId = await web.space('Printed', filesWith(slug));
  const request = { token: web.world.admin.token, params: { spaceId } };
  const printed = async (query: Record<string, string> = {}) => {
    const { url } = await web.world.api.expect<PdfUrl>('getSpacePdf', { ...request, query });
    const { pathname, search: signature } = new URL(url);
    let response = await fetch(`${web.world.platform.baseUrl}${pathname}${signature}`);
    while (response.status === 202) response = await fetch(`${web.world.platform.baseUrl}${pathname}${signature}`);
    return textOfPdf(Buffer.from(await response.arrayBuffer())).join('\n');
  };
  const whole = await printed();
  for (const words of ['Inside', 'Everything', 'List pets', 'wombat', 'GET /pets', 'whiskers'])
    expect(whole).toContain(words);
  await putSpec(web.world, slug, storeThatSays('echidna'));
  expect(await printed()).toContain('echidna');
  const { pages } = await web.world.api.expect<RevisionPages>('listPages', request);
  const everything = (pages[1] as DocumentPage).pages[0] as DocumentPage;
  const one = await printed({ page: everything.id, only: 'true' });
  expect([one.includes('All of it.'), one.includes('echidna')]).toEqual([true, false]);
});
