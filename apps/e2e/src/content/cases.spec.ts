import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Comment, ContentReferenceUsage, OpenAPISpec, PdfUrl } from '@bindery/contracts';
import {
  EditedSpace,
  type Files,
  filesOf,
  flat,
  type Form,
  importBytes,
  importFiles,
  newSlug,
  putSpec,
  textOfPdf,
  until,
  zipOf,
} from '@bindery/testing';
import { GitWorld } from '../git/git-world';
import { attributeOf, elements, textOf, WebWorld } from '../web/web-world';

/** Each folder holds the smallest input of a fault that was found once, with what is expected of it. */
const cases = ['shared', '../shared']
  .map((folder) => join(__dirname, '../../../../..', folder, 'cases'))
  .find((folder) => existsSync(folder));
if (!cases) console.warn('There is no folder of cases beside the checkout: they are not tested');

let git: GitWorld;
let web: WebWorld;
beforeAll(async () => {
  git = await GitWorld.start();
  web = await WebWorld.create(Promise.resolve(git.world));
});
afterAll(() => git.close());

const at = (name: string, ...path: string[]) => join(cases!, name, ...path);
const page = (name: string) => readFileSync(at(name, 'page.md'), 'utf8');
const home = '# Home\n';

const spaceOf = async (files: Record<string, string | Buffer>): Promise<EditedSpace> =>
  (await EditedSpace.of(git.world, files))[0]!;
const idOf = async (space: EditedSpace, path: string) =>
  (await space.documents()).find((one) => one.git?.path === path)!.id;
const paths = async (space: EditedSpace) =>
  flat((await space.revision()).pages).flatMap((one) => ('path' in one ? [one.path] : []));
const kindsOf = async (space: EditedSpace, path: string) => {
  const { document } = await space.page(await idOf(space, path), 'document');
  return [...JSON.stringify(document).matchAll(/"ref":\{"kind":"(\w+)"/g)].map(([, kind]) => kind);
};

/** The page of a site at a path. */
async function shown(space: EditedSpace, path = ''): Promise<string> {
  const { base } = await web.site([space.id]);
  const { status, text } = await web.get(base + path);
  expect(status).toBe(200);
  return text;
}

/** Expects one changed word and no other change, in each form of the page. */
async function changesInOneWord(files: Files, path: string, from: string, to: string): Promise<void> {
  for (const form of ['markdown', 'document'] as Form[]) {
    const space = await spaceOf(files);
    await space.replace(await idOf(space, path), form, from, to);
    const expected = Buffer.from(files[path]!.replace(from, to)).toString('latin1');
    expect([form, await space.changed()]).toEqual([form, { [path]: expected }]);
  }
}

const top = (name: string) => ({ url: git.server.url(`${name}.git`), ref: 'refs/heads/main' });

async function cloned(name: string, files: Record<string, string | Buffer>): Promise<string> {
  git.repository(name, files);
  const space = await git.newSpace();
  await git.succeed('import', space, top(name));
  return space;
}

/** A specification, and its operation on a page of a site: what a reader sees, and the page as Markdown. */
async function operation(text: string, method: string): Promise<{ spec: OpenAPISpec; html: string; markdown: string }> {
  const spec = await putSpec(git.world, newSlug(), { text });
  const block = page('08-openapi-block-in-md').replace('<slug>', spec.slug).replace('"post"', `"${method}"`);
  const { base } = await web.site([(await spaceOf({ 'README.md': home, 'page.md': block })).id]);
  const [main] = elements((await web.get(`${base}page`)).text, 'main');
  const markdown = (await web.get(`${base}page.md`)).text.replaceAll('\\', '');
  return { spec, html: textOf(main!).replace(/\s+/g, ' '), markdown };
}

const tests: Record<string, (name: string) => Promise<void>> = {
  '01-emptied-file': async (name) => {
    const files = filesOf(at(name, 'repo'));
    const space = await cloned(name, files);
    await git.write(space, 'Home', '# Home\n\nEdited.\n');
    await git.succeed('export', space, top(name));
    expect(git.bytesOf(name, 'latin1.md')).toEqual(files['latin1.md']);
    expect(git.committed(name, 'README.md')).toBe('# Home\n\nEdited.\n');
  },
  '02-summary-entry-without-link': async (name) => {
    const space = await spaceOf(filesOf(at(name, 'space')));
    expect(flat((await space.revision()).pages).map(({ title }) => title)).toEqual(['Home', 'Guides', 'A']);
    const markdown = '# Home\n\nEdited.\n';
    await space.edit({ operation: 'update_page', page: await idOf(space, 'README.md'), document: { markdown } });
    expect(await space.changed()).toEqual({ 'README.md': markdown });
  },
  '03-hash-and-percent-in-names': async (name) => {
    const space = await spaceOf(filesOf(at(name, 'space')));
    const files = (await space.documents()).map((one) => one.git?.path);
    expect(files.sort()).toEqual(['50%25 off.md', 'C#.md', 'README.md']);
    expect(await kindsOf(space, 'README.md')).toEqual(['page', 'file']);
  },
  '04-nfd-names': async (name) => {
    const space = await spaceOf(filesOf(at(name, 'space')));
    expect((await space.documents()).map(({ title }) => title)).toEqual(['Home', 'U']);
    expect(await kindsOf(space, 'README.md')).toEqual(['page']);
  },
  '06-openapi-refused-for-details': async (name) => {
    const text = readFileSync(at(name, 'version-is-a-number.json'), 'utf8');
    const { spec, html } = await operation(text, 'get');
    expect([spec.processingState, spec.lastProcessedErrors?.length]).toEqual(['complete', 1]);
    for (const part of ['GET', '/a', '200', 'ok']) expect(html).toContain(part);
  },
  '07-openapi-schemas': async (name) => {
    const { html } = await operation(readFileSync(at(name, 'spec.yaml'), 'utf8'), 'post');
    const facts = [
      'id string · required',
      'read-only',
      'pass',
      'fail',
      'amount number',
      'null',
      'X-Left',
      'multipart/form-data',
    ];
    for (const part of facts) expect(html).toContain(part);
  },
  '08-openapi-block-in-md': async () => {
    const text = readFileSync(at('07-openapi-schemas', 'spec.yaml'), 'utf8');
    const { markdown } = await operation(text, 'post');
    for (const part of ['POST /a', 'Make', 'X-Left']) expect(markdown).toContain(part);
    expect(markdown).not.toContain('{% openapi');
  },
  '09-front-matter-leak': async (name) => {
    const run = await importFiles(git.world, filesOf(at(name, 'space')));
    expect(run.problems).toEqual([expect.objectContaining({ file: 'colon.md', line: 2 })]);
    const space = await spaceOf(filesOf(at(name, 'space')));
    const { title, markdown } = await space.page(await idOf(space, 'colon.md'), 'markdown');
    expect([title, markdown]).toEqual(['Heading', '# Heading\n\ntext\n']);
    const html = await shown(space, 'colon');
    expect(html).not.toContain('Question');
    expect(elements(html, 'hr')).toEqual([]);
  },
  '10-silent-gaps': async (name) => {
    const space = await spaceOf(filesOf(at(name, 'space')));
    const html = await shown(space);
    const attributes = (element: string, attribute: string) =>
      elements(html, element, attribute).map((one) => attributeOf(one, attribute));
    expect(attributes('a', 'href')).toContain('https://www.youtube.com/embed/abc');
    expect(attributes('iframe', 'sandbox')).toEqual([expect.stringContaining('allow-scripts')]);
    expect(attributes('video', 'src')).toEqual([expect.stringContaining('~files/')]);
    expect(attributes('span', 'id')).toContain('old');
    expect(attributes('img', 'width')).toEqual(['32']);
  },
  '11-rename-in-git': async (name) => {
    const text = `# Article\n\n${Array.from({ length: 5 }, (_, n) => `Line ${n}.\n`).join('\n')}`;
    const space = await cloned(name, {
      'README.md': home,
      'article.md': text,
      'SUMMARY.md': '* [Home](README.md)\n* [Article](article.md)\n',
    });
    const { id } = await git.page(space, 'Article');
    await git.expect('postCommentInSpace', space, { body: { body: { markdown: 'Hm' }, page: id } });
    git.server.commit(name, (folder) => {
      renameSync(join(folder, 'article.md'), join(folder, 'paper.md'));
      writeFileSync(join(folder, 'SUMMARY.md'), '* [Home](README.md)\n* [Article](paper.md)\n');
    });
    await git.succeed('import', space, top(name));
    expect(await git.page(space, 'Article')).toMatchObject({ id, git: { path: 'paper.md' } });
    const { items } = await git.expect<{ items: Comment[] }>('listCommentsInSpace', space);
    expect(items).toMatchObject([{ target: { page: { id } } }]);
  },
  '12-pdf-rtl': async (name) => {
    const space = await spaceOf({ 'README.md': readFileSync(at(name, 'README.md'), 'utf8') });
    const { url } = await space.call<PdfUrl>('getSpacePdf');
    const { pathname, search } = new URL(url);
    let bytes = Buffer.alloc(0);
    await until(async () => {
      const response = await fetch(`${git.world.platform.baseUrl}${pathname}${search}`);
      if (response.status === 200) bytes = Buffer.from(await response.arrayBuffer());
      return bytes.length > 0;
    });
    const text = textOfPdf(bytes).join('\n');
    // Text is drawn from left to right: the first word of a line from right to left comes last.
    const turned = (word: string) => [...word].reverse().join('');
    const places = [turned('اختبار'), '123', turned('مرحبا')].map((word) => text.indexOf(word));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(bytes.toString('latin1')).toContain('NotoSansDevanagari');
    expect(text).toContain('🚀');
    expect(text).not.toContain(':rocket:');
  },
  '14-cp932-zip': async () => {
    // In the encoding of Japanese Windows, as zip programs there write names, without the sign that says UTF-8.
    const bytes = await zipOf({ 'README.md': '# H\n\n[s](設定.md)\n', 'xxxx.md': '# S\n' });
    const inCp932 = Buffer.from([0x90, 0xdd, 0x92, 0xe8]);
    for (let place = bytes.indexOf('xxxx'); place >= 0; place = bytes.indexOf('xxxx', place + 1))
      inCp932.copy(bytes, place);
    for (const [sign, offset] of [
      ['PK\x03\x04', 7],
      ['PK\x01\x02', 9],
    ] as const)
      for (let place = bytes.indexOf(sign); place >= 0; place = bytes.indexOf(sign, place + 1))
        bytes[place + offset]! &= ~0x08;
    const run = await importBytes(git.world, bytes);
    const read = await git.current(run.spaces[0]!.id);
    expect(flat(read.pages).flatMap((one) => ('git' in one && one.git ? [one.git.path] : []))).toEqual([
      'README.md',
      '設定.md',
    ]);
  },
  '15-slugs-change-by-sync': async (name) => {
    const space = await git.newSpace();
    const changes = ['v1.0', 'API'].map((slug) => ({
      operation: 'insert_page',
      title: slug,
      slug,
      document: { markdown: 'x' },
    }));
    await git.expect('updateSpaceContent', space, { body: { changes } });
    git.repository(name, { LICENSE: 'x' });
    await git.succeed('export', space, { ...top(name), force: true });
    git.commit(name, { 'other.md': '# Other\n' });
    await git.succeed('import', space, { ...top(name), force: true });
    const slugs = flat((await git.current(space)).pages).flatMap((one) => ('path' in one ? [one.path] : []));
    expect(slugs).toEqual(expect.arrayContaining(['v1.0', 'API']));
  },
  '16-group-and-dots': async (name) => {
    const found = await paths(await spaceOf(filesOf(at(name, 'space'))));
    expect(found.filter((path) => path !== 'readme')).toEqual([
      'archive',
      'archive',
      'archive/b',
      'old-versions',
      'old-versions/node.js-3.4.5',
    ]);
  },
  '22-readme-relative-links': (name) =>
    changesInOneWord(
      {
        'README.md': home,
        'SUMMARY.md':
          '* [Home](README.md)\n* [Sub](sub/README.md)\n  * [Other](sub/other.md)\n  * [Leaf](sub/deep/leaf.md)\n',
        'sub/README.md': page(name),
        'sub/other.md': '# Other\n',
        'sub/deep/leaf.md': '# Leaf\n',
      },
      'sub/README.md',
      'my dear',
      'my good',
    ),
  '23-group-image-file-links': async (name) => {
    const files = {
      'README.md': home,
      'SUMMARY.md': '* [Home](README.md)\n\n## Basics\n\n* [One](guide/one.md)\n* [Two](guide/two.md)\n',
      'guide/one.md': page(name),
      'guide/two.md': '# Two\n',
      '.gitbook/assets/pic.png': 'bytes',
    };
    await changesInOneWord(files, 'guide/one.md', 'my dear', 'my good');
    const space = await spaceOf(files);
    await space.replace(await idOf(space, 'guide/one.md'), 'markdown', 'my dear', 'my good');
    const html = await shown(space, 'basics/one');
    expect(elements(html, 'img').map((one) => attributeOf(one, 'src'))).toEqual([expect.stringContaining('~files/')]);
    const links = elements(html, 'a', 'href').filter((one) => attributeOf(one, 'class') === 'ref');
    expect(links.map((one) => attributeOf(one, 'href'))).toContainEqual(expect.stringContaining('~files/'));
    expect(html).not.toContain('class="missing"');
  },
  '24-page-ref': async (name) => {
    const space = await spaceOf({ 'README.md': page(name), 'other.md': '# Other\n' });
    const [link] = elements(await shown(space), 'a', 'href').filter((one) => attributeOf(one, 'class') === 'ref');
    expect([attributeOf(link!, 'href'), textOf(link!)]).toEqual([expect.stringMatching(/\/other$/), 'Other']);
    const pageId = await idOf(space, 'README.md');
    let links: ContentReferenceUsage[] = [];
    await until(async () => {
      const params = { spaceId: space.id, pageId };
      ({ items: links } = await space.call<{ items: ContentReferenceUsage[] }>('listPageLinksInSpace', { params }));
      return links.length > 0;
    });
    expect(links).toEqual([expect.objectContaining({ status: 'ok' })]);
  },
  '25-swagger': async (name) => {
    const space = await spaceOf({ 'README.md': page(name) });
    const [method] = elements(await shown(space), 'section').filter((one) => attributeOf(one, 'class') === 'api');
    const text = textOf(method!).replace(/\s+/g, ' ');
    for (const part of [
      'Get a cake',
      'GET https://api.example.com/v1/cakes/{id}',
      'Returns the cake you want.',
      'id string · path · required',
      'The id of the cake',
      '200 Found',
      '{ "name": "Cake" }',
    ])
      expect(text).toContain(part);
  },
  '26-anchors': async (name) => {
    const space = await spaceOf({ 'README.md': page(name) });
    const html = await shown(space);
    const headings = elements(html, 'h2').map((one) => attributeOf(one, 'id'));
    expect(headings).toEqual(['id-1.-set-up-your-api-key', 'confd_type-0', 'faq-and-help', 'release-4.9']);
    const targets = elements(html, 'a', 'href').flatMap((one) => /^#(.*)/.exec(attributeOf(one, 'href')!)?.[1] ?? []);
    for (const id of headings) expect(targets.map(decodeURIComponent)).toContain(id);
    const former = ['1-set-up-your-api-key', 'confd_type0', 'faq--help', 'release-49'];
    expect(elements(html, 'span', 'id').map((one) => attributeOf(one, 'id'))).toEqual(expect.arrayContaining(former));
  },
  '27-slugs': async (name) => {
    const text = 'x\n';
    const space = await spaceOf({
      'SUMMARY.md': page(name),
      'README.md': home,
      'v6.8.0.md': text,
      'server-+-studio.md': text,
    });
    expect(await paths(space)).toEqual(['readme', 'v6.8.0', 'server-+-studio']);
  },
  '28-case-twins': async (name) => {
    const run = await importFiles(git.world, {
      'README.md': page(name),
      'img/Photo.PNG': 'one',
      'img/photo.png': 'two',
    });
    expect([run.status, JSON.stringify(run.problems)]).toEqual(['completed', expect.stringContaining('Photo.PNG')]);
    const space = await spaceOf({ 'README.md': page(name), 'img/Photo.PNG': 'one', 'img/photo.png': 'two' });
    expect(await kindsOf(space, 'README.md')).toEqual(['file', 'file']);
  },
  '29-h1-differs': (name) =>
    changesInOneWord(
      { 'README.md': home, 'SUMMARY.md': '* [Home](README.md)\n* [Short](page.md)\n', 'page.md': page(name) },
      'page.md',
      'my dear',
      'my good',
    ),
  '30-untouched-blocks': (name) =>
    changesInOneWord(
      {
        'README.md': home,
        'SUMMARY.md': '* [Home](README.md)\n* [Page](page.md)\n* [Sub](sub/README.md)\n',
        'page.md': page(name),
        'sub/README.md': '# Sub\n',
      },
      'page.md',
      'my dear',
      'my good',
    ),
  '31-rtl': async (name) => {
    const html = await shown(await spaceOf({ 'README.md': page(name) }));
    const content = html.slice(html.indexOf('<div class="content"'), html.indexOf('<footer'));
    expect(elements(html, 'h1').map((one) => attributeOf(one, 'dir'))).toEqual(['rtl']);
    for (const element of ['p', 'ul'])
      expect([element, elements(content, element).map((one) => attributeOf(one, 'dir'))]).toEqual([element, ['rtl']]);
  },
  '32-table-header-links': async (name) => {
    const source = `Words before.\n\n${page(name)}`;
    await changesInOneWord({ 'README.md': source }, 'README.md', 'Words', 'Text');
    const space = await spaceOf({ 'README.md': source });
    const heads = elements(await shown(space), 'th').map(({ childNodes }) =>
      childNodes.flatMap((child) => ('tagName' in child ? [child.tagName] : [])),
    );
    expect(heads).toEqual([['a'], ['strong', 'code']]);
  },
};

const names = cases
  ? readdirSync(cases, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  : [];

(cases ? it.each(names) : it.skip.each(['a case']))('behaves as is expected of %s', async (name) => {
  expect(Object.keys(tests)).toContain(name);
  await tests[name]!(name);
});
