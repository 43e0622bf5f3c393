import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DocumentPage, RevisionPage, RevisionPages, Site, SiteRedirectMatch, Space } from '@bindery/contracts';
import { walk, type Block, type Data, type Document, type Node } from '@bindery/documents';
import { ApiClient, importSource, publishImport } from '@bindery/command-line';
import { parse } from 'parse5';
import { publicDocs } from '@bindery/testing';
import { attributeOf, elements, linksBelow, textOf, WebWorld } from './web-world';

const isLong = process.env.BINDERY_TEST === 'long';

let web: WebWorld;
let api: ApiClient;
beforeAll(async () => {
  web = await WebWorld.create();
  const { platform, admin } = web.world;
  api = new ApiClient(platform.baseUrl, admin.token, 'http://bindery.test');
});
afterAll(() => web.close());

/** As `import <source> --site` does. */
async function publish(source: string) {
  const { organization } = web.world;
  const run = await importSource(api, { source, organization }, () => undefined);
  expect(run.status).toBe('completed');
  const url = await publishImport(api, organization, run);
  return { run, base: new URL(url).pathname };
}

async function findSite(base: string): Promise<string> {
  const { items } = await api.get<{ items: Site[] }>(`/orgs/${web.world.organization}/sites?limit=1000`);
  return items.find(({ urls }) => urls.published && new URL(urls.published).pathname === base)!.id;
}

it('makes sections, groups and languages of docs.yaml', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-site-'));
  const space = (key: string, directory: string, more = '') =>
    `{ type: space, key: ${key}, title: ${key}, path: ${key}, content: { directory: ./${directory}, language: en }${more} }`;
  const files: Record<string, string> = {
    'docs.yaml': [
      'site:',
      '  title: Little site',
      '  structure:',
      '    - { type: section, key: a, title: API, path: api, children: [' + space('rest', 'api') + '] }',
      '    - { type: section, key: g, title: Guide, path: guide, default: true, children: [',
      `        ${space('english', 'en', ', default: true')}, ${space('deutsch', 'de').replace('language: en', 'language: de')}] }`,
      '    - { type: section-group, key: m, title: More, children: [',
      `        { type: section, key: n, title: News, path: news, children: [${space('all', 'news')}] }] }`,
    ].join('\n'),
    'en/README.md': '# Welcome\n\nTo [news](../news/README.md).\n',
    'api/.gitbook.yaml': 'redirects:\n  old/calls: calls.md\n  Überall: README.md\n  lost: gone.md\n',
    'api/calls.md': '# All calls\n',
    'de/README.md': '# Willkommen\n\nHallo.\n',
    'api/README.md': '# Interface\n\nCalls.\n',
    'news/README.md': '# What is new\n\nMuch.\n',
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const { run, base } = await publish(folder).finally(() => rm(folder, { recursive: true }));
  const titleAt = async (path: string) => {
    const { status, text } = await web.get(base + path);
    return status === 200 ? textOf(elements(text, 'h1')[0]!) : status;
  };
  expect(await titleAt('')).toBe('Welcome');
  expect(await titleAt('api')).toBe('Interface');
  expect(await titleAt('guide/deutsch')).toBe('Willkommen');
  expect(await titleAt('news')).toBe('What is new');
  const { text } = await web.get(`${base}deutsch`);
  expect(text).toContain('<html lang="de"');
  const sections = elements(text, 'nav').find((nav) => attributeOf(nav, 'class')?.includes('sections'))!;
  expect([...textOf(sections).matchAll(/API|Guide|More|News/g)].join(' ')).toBe('API Guide More News');

  expect(run.problems.map(({ file, message }) => [file, message])).toEqual([
    ['api/.gitbook.yaml', expect.stringContaining('lost')],
  ]);
  expect((await web.get(`${base}api/old/calls`)).headers.location).toBe(`${base}api/calls`);
  expect((await web.get(`${base}api/%C3%9Cberall`)).status).toBe(302);
  const site = await findSite(base);
  const match = await api.get<SiteRedirectMatch>(
    `/orgs/${web.world.organization}/sites/${site}/redirect?source=${encodeURIComponent('/api/old/calls')}`,
  );
  expect(match.target).toBe(`http://bindery.test${base}api/calls`);
});

(publicDocs && isLong ? it : it.skip)(
  'shows every block of every page of the public corpus (in the long tests, where that is there)',
  async () => {
    const { run, base } = await publish(publicDocs!);
    expect(run.spaces.length).toBeGreaterThan(4);
    const seen = new Map<string, number>();
    let count = 0;
    for (const { id } of run.spaces) {
      const space = await api.get<Space>(`/spaces/${id}`);
      const root = new URL(space.urls.published!).pathname;
      const { pages } = await api.get<RevisionPages>(`/spaces/${id}/content/pages`);
      const documents = documentsIn(pages);
      count += documents.length;
      for (const { id: page, path } of documents) {
        const { status, text } = await web.get(root + path);
        expect([path, status]).toEqual([path, 200]);
        for (const href of linksBelow(text, base)) seen.set(href.split('#')[0]!, 0);
        await expectWhole(id, page, path, text);
      }
    }
    expect(count).toBe(283);
    for (const href of seen.keys()) seen.set(href, (await web.get(href)).status);
    expect([...seen].filter(([, status]) => status !== 200)).toEqual([]);
  },
  300_000,
);

const documentsIn = (pages: readonly RevisionPage[]): DocumentPage[] =>
  pages.flatMap((page) => [
    ...(page.type === 'document' ? [page] : []),
    ...('pages' in page ? documentsIn(page.pages) : []),
  ]);

/** Everything that the document says stands on the page, and the page weighs no more than it may. */
async function expectWhole(space: string, id: string, path: string, html: string): Promise<void> {
  const { document } = await api.get<DocumentPage>(`/spaces/${space}/content/page/${id}?evaluated=true`);
  const { markdown } = await api.get<DocumentPage>(`/spaces/${space}/content/page/${id}?format=markdown`);
  const said = words(textOf(parse(html)));
  const unseen = new Set(hiddenCells(document!));
  for (const node of walk(document!))
    if (node.object === 'text' && !unseen.has(node))
      for (const { text } of node.leaves) if (!said.includes(words(text))) throw new Error(`${path} lacks “${text}”`);
  const scripts = elements(html, 'script', 'src').map((script) => attributeOf(script, 'src')!);
  const weights = await Promise.all(scripts.map(async (src) => (await web.get(src)).text.length));
  const weight = Buffer.byteLength(html) + weights.reduce((sum, one) => sum + one, 0);
  expect([path, weight]).toEqual([path, Math.min(weight, Math.max(100_000, 2.5 * Buffer.byteLength(markdown!)))]);
}

/** The content of columns that a table does not show. */
function hiddenCells(document: Document): Node[] {
  const tables = [...walk(document)].filter((node): node is Block => node.object === 'block' && node.type === 'table');
  return tables.flatMap(({ data, fragments = [] }) => {
    const { view, records } = data as { view: { columns: string[] }; records: Record<string, { values: Data }> };
    const rows = Object.values(records);
    const shown = new Set(rows.flatMap(({ values }) => view.columns.map((column) => values[column])));
    const parts = fragments.filter(({ fragment, key }) => !shown.has(fragment ?? key));
    return [...walk({ nodes: parts.flatMap(({ nodes }) => nodes) })] as Node[];
  });
}

const words = (text: string): string => text.replace(/\s+/g, '');
