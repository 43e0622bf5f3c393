import type { DocumentPage, Revision } from '@bindery/contracts';
import { newSlug, petStore, putSpec, textOf, until } from '@bindery/testing';
import { askSite } from '../mcp/connect';
import { WebWorld } from './web-world';

/** A word that stands in everything that readers may not see. */
const canary = /canary/i;

let web: WebWorld;
let space: string;
let base: string;
let siteId: string;
let revision: Revision;
let token: string;
let staff: string;

const files = {
  'README.md': `# Welcome

findme open ![shared](shared.png)

{% if visitor.claims.unsigned.staff %}
## Canary heading

findme canary [to it](other.md) ![c](canary.png) ![s](shared.png)

{% include ".gitbook/includes/canary.md" %}
{% endif %}

{% include ".gitbook/includes/text.md" %}

Told <code class="expression">visitor.claims.unsigned.staff ? "canary" : "nothing"</code>.

Broken <code class="expression">visitor.claims.unsigned.staff ? "canary" :</code> off.
`,
  'other.md': '# Other\n\n{% if visitor.claims.unsigned.staff %}\nfindme canary alone\n{% endif %}\n',
  '.gitbook/includes/canary.md': '---\ntitle: Canary text\n---\n\ncanary words\n',
  '.gitbook/includes/text.md':
    '---\ntitle: Text\n---\n\nsome words\n\n{% if visitor.claims.unsigned.staff %}\ncanary more\n{% endif %}\n',
  'canary.png': Buffer.from('not shown'),
  'shared.png': Buffer.from('shown'),
  'SUMMARY.md': '# Table of contents\n\n* [Welcome](README.md)\n* [Other](other.md)\n',
};

const asAdmin = <T>(operation: string, request: object = {}) =>
  web.world.api.expect<T>(operation, { token: web.world.admin.token, params: { spaceId: space }, ...request });

beforeAll(async () => {
  web = await WebWorld.create();
  space = await web.space('Guide', files);
  ({ id: siteId, base } = await web.site([space]));
  await web.adapt(siteId);
  revision = await asAdmin<Revision>('getCurrentRevision');
  const url = `http://bindery.test${base}`;
  token = (await web.sites.lookup(url)).body.apiToken;
  staff = (await web.sites.lookup(url, { visitor: { unsignedClaims: { staff: true } } })).body.apiToken;
});
afterAll(() => web.close());

/** All pages of the site that a browser can request, as text. */
async function pages(headers: Record<string, string> = {}): Promise<string> {
  const paths = ['', 'readme.md', 'other', 'other.md', '~search?q=findme', 'sitemap.xml', 'llms.txt', 'llms-full.txt'];
  return (await Promise.all(paths.map(async (path) => (await web.get(base + path, headers)).text))).join('\n');
}

/** All answers of the API on the space, as text, with and without evaluation. */
async function everything(by: { token?: string }): Promise<string> {
  const params = { spaceId: space, revisionId: revision.id };
  const listed = revision.pages as DocumentPage[];
  const evaluations = [undefined, 'false', 'true', 'deterministic-only'].map((evaluated) => ({
    ...(evaluated && { evaluated }),
  }));
  const perPage = listed.flatMap(({ id: pageId, path: pagePath, documentId }) =>
    evaluations.flatMap((query): [string, object][] => [
      ...['getPageById', 'getPageInRevisionById', 'getPageByPath', 'getPageInRevisionByPath'].flatMap((name) =>
        ['document', 'markdown'].map((format): [string, object] => [
          name,
          { params: { ...params, pageId, pagePath }, query: { ...query, format } },
        ]),
      ),
      ['getPageDocumentInRevisionById', { params: { ...params, pageId }, query }],
      ['getDocumentById', { params: { ...params, documentId }, query }],
    ]),
  );
  const perText = revision.reusableContents.flatMap(({ id: reusableContentId }) =>
    evaluations.flatMap((query): [string, object][] => [
      ['getReusableContentById', { params: { ...params, reusableContentId } }],
      ['getReusableContentInRevisionById', { params: { ...params, reusableContentId } }],
      ['getReusableContentDocumentInRevisionById', { params: { ...params, reusableContentId }, query }],
    ]),
  );
  const perFile = revision.files.flatMap(({ id: fileId }) =>
    ['getFileById', 'getFileInRevisionById'].map((name): [string, object] => [name, { params: { ...params, fileId } }]),
  );
  const calls: [string, object][] = [
    ...['getCurrentRevision', 'listPages', 'listFiles', 'getRevisionSemanticChanges', 'listSpaceLinks'].map(
      (name): [string, object] => [name, {}],
    ),
    ...['getRevisionById', 'listPagesInRevisionById', 'listFilesInRevisionById'].map((name): [string, object] => [
      name,
      {},
    ]),
    ...perPage,
    ...perText,
    ...perFile,
    ['searchSpaceContent', { query: { query: 'findme' } }],
    ['searchSpaceContent', { query: { query: 'canary' } }],
  ];
  const answers: string[] = [];
  for (const [name, request] of calls) {
    const { body } = await web.world.api.call<object>(name, { ...by, params, ...request });
    answers.push(JSON.stringify(body));
  }
  const sought = { organizationId: web.world.organization, siteId };
  for (const query of ['findme', 'canary']) {
    const search = { ...by, params: sought, body: { query, scope: { mode: 'all' } } };
    answers.push(JSON.stringify((await web.world.api.call<object>('searchSiteContent', search)).body));
  }
  return answers.join('\n');
}

it('are there for readers who meet the condition', async () => {
  const text = await everything({ token: staff });
  for (const word of ['Canary heading', 'canary words', 'canary more', 'canary alone', 'canary.png'])
    expect(text).toContain(word);
  const entered = await web.get(`${base}?visitor.staff=true`);
  const cookie = entered.headers['set-cookie']![0]!.split(';')[0]!;
  const seen = await pages({ cookie });
  for (const word of ['Canary heading', 'canary words', 'canary more', 'canary alone', 'name=canary.png'])
    expect(seen).toContain(word);
});

it('never reach a browser without the claim', async () => {
  await until(async () => /findme open[^]*findme open/.test(await pages()));
  const text = await pages();
  expect(text).toContain('Told nothing.');
  expect(text).not.toMatch(canary);
});

it('reach models with the claim alone', async () => {
  const told = (query = '') =>
    askSite(new URL(`${base}~gitbook/mcp${query}`, web.world.platform.baseUrl), ['', 'readme', 'other']);
  expect(await told('?visitor.staff=true')).toMatch(canary);
  await until(async () => (await told()).includes('findme open'));
  expect(await told()).not.toMatch(canary);
});

it('never reach a content token without the claim, by any route, nor a stranger in a public space', async () => {
  const strangers = async () => {
    await asAdmin('updateSpaceById', { body: { visibility: 'public' } });
    return [await everything({}), await everything({ token: web.world.otherAdmin.token })];
  };
  for (const text of [await everything({ token }), ...(await strangers())]) {
    expect(text).toContain('findme open');
    expect(text).toContain('shared.png');
    expect(text).toContain('some words');
    expect(text).toContain('Told nothing.');
    expect(text).not.toMatch(canary);
  }
});

it('keep indivisible answers from readers who may not see all of them', async () => {
  await asAdmin('updateSpaceById', { body: { visibility: 'public' } });
  const params = {
    spaceId: space,
    revisionId: revision.id,
    pageId: revision.pages[0]!.id,
    fileId: revision.files[0]!.id,
  };
  const whole = ['getSpacePdf', 'exportSpace', 'getRevisionSemanticChanges'];
  const links = ['listSpaceLinks', 'listSpacePageBacklinks', 'listSpaceFileBacklinks'];
  for (const by of [{ token }, { token: web.world.otherAdmin.token }])
    for (const operation of [...whole, ...links]) {
      const { status } = await web.world.api.call(operation, { ...by, params });
      expect([operation, status]).toEqual([operation, 403]);
    }
});

it('keep a space whole to its members where only an expression reads claims', async () => {
  const statusesOf = async (expression: string) => {
    const own = await web.space('Told', { 'README.md': `# Told\n\n<code class="expression">${expression}</code>\n` });
    const params = { spaceId: own };
    await asAdmin('updateSpaceById', { params, body: { visibility: 'public' } });
    const stranger = { token: web.world.otherAdmin.token, params };
    const calls = ['getSpacePdf', 'exportSpace'].map((operation) => web.world.api.call(operation, stranger));
    return (await Promise.all(calls)).map(({ status }) => status);
  };
  expect(await statusesOf('visitor.claims.unsigned.staff ? "canary" : "nothing"')).toEqual([403, 403]);
  expect(await statusesOf('space.vars.name')).toEqual([200, 200]);
});

it('are not kept by caches for readers with other claims, and are as stored for members', async () => {
  const params = { spaceId: space, revisionId: revision.id, pageId: revision.pages[0]!.id };
  for (const operation of ['getPageInRevisionById', 'getPageDocumentInRevisionById']) {
    const read = await web.world.api.call(operation, { token, params });
    expect(read.headers.get('cache-control')).toBe('private, no-cache');
    const member = await web.world.api.call<object>(operation, { token: web.world.reader.token, params });
    expect(member.headers.get('cache-control')).toContain('immutable');
    expect(JSON.stringify(member.body)).toContain('visitor.claims.unsigned.staff');
    const asked = { token: web.world.reader.token, params, query: { evaluated: 'true' } };
    const evaluated = await web.world.api.call<object>(operation, asked);
    expect(JSON.stringify(evaluated.body)).not.toContain('Canary heading');
  }
  for (const operation of ['listFilesInRevisionById', 'getRevisionById']) {
    const cacheFor = async (by: string) =>
      (await web.world.api.call(operation, { token: by, params })).headers.get('cache-control');
    expect(await cacheFor(token)).toBe('private, no-cache');
    expect(await cacheFor(web.world.reader.token)).toContain('immutable');
  }
});

it('keep specifications to themselves that nothing else shows', async () => {
  const [open, inBlock, onPage] = [newSlug(), newSlug(), newSlug()];
  for (const slug of [open, inBlock, onPage]) await putSpec(web.world, slug, textOf(petStore()));
  const block = (spec: string) =>
    `{% openapi-operation spec="${spec}" path="/pets" method="get" %}\n[x](https://x.example)\n{% endopenapi-operation %}\n`;
  const condition = 'visitor.claims.unsigned.staff';
  const own = await web.space('Interfaces', {
    'README.md': `# Open\n\n${block(open)}\n{% if ${condition} %}\n${block(inBlock)}{% endif %}\n`,
    'page.md': `# For some\n\n${block(onPage)}`,
    'SUMMARY.md': '# Table of contents\n\n* [Open](README.md)\n* [For some](page.md)\n',
  });
  const params = { spaceId: own };
  const [, page] = (await asAdmin<Revision>('getCurrentRevision', { params })).pages;
  const change = { operation: 'update_page', page: page!.id, condition };
  await asAdmin('updateSpaceContent', { params, body: { changes: [change] } });
  const { id, base: at } = await web.site([own]);
  await web.adapt(id);
  const url = `http://bindery.test${at}`;
  const tokenFor = async (visitor?: object) => (await web.sites.lookup(url, visitor && { visitor })).body.apiToken;
  const [reader, insider] = [await tokenFor(), await tokenFor({ unsignedClaims: { staff: true } })];
  const statusOf = async (specSlug: string, by: string) => {
    const request = { token: by, params: { organizationId: web.world.organization, specSlug } };
    return (await web.world.api.call('getLatestOpenAPISpecVersionContent', request)).status;
  };
  for (const slug of [open, inBlock, onPage]) await until(async () => (await statusOf(slug, insider)) === 200);
  expect(await Promise.all([open, inBlock, onPage].map((slug) => statusOf(slug, reader)))).toEqual([200, 404, 404]);
});
