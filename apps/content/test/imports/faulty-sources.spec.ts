import type { DocumentPage, Revision } from '@bindery/contracts';
import {
  createServiceOrganization,
  exported,
  flat,
  importBytes,
  importFiles,
  type TestOrganization,
  zipOf,
} from '@bindery/testing';

let world: TestOrganization;
beforeAll(async () => (world = await createServiceOrganization('content')));
afterAll(() => world.close());

const revisionOf = (spaceId: string) =>
  world.api.expect<Revision>('getCurrentRevision', { token: world.admin.token, params: { spaceId } });

/** The problems that an import reports, and its pages. */
async function told(files: Record<string, string | Buffer>) {
  const run = await importFiles(world, files, {});
  expect({ status: run.status, error: run.error }).toEqual({ status: 'completed', error: undefined });
  const revision = await revisionOf(run.spaces[0]!.id);
  return {
    space: run.spaces[0]!.id,
    title: run.spaces[0]!.title,
    pages: flat(revision.pages),
    revision,
    problems: run.problems.map(
      ({ severity, file, line, message }) => `${severity} ${file}${line ? `:${line}` : ''} ${message}`,
    ),
  };
}

const read = (spaceId: string, pageId: string) =>
  world.api.expect<DocumentPage>('getPageById', { token: world.admin.token, params: { spaceId, pageId } });

describe('a source with faults is imported without them, and each is reported', () => {
  it('pages that cannot be read are named; the others are imported', async () => {
    const { pages, problems } = await told({
      'README.md': '# Home\n',
      'latin.md': Buffer.from([0x23, 0x20, 0xe9, 0x0a]),
      'nul.md': '# Nul\n\na\0b\n',
      'large.md': `# Large\n\n${'x '.repeat(3 * 1024 * 1024)}`,
      'fine.md': '# Fine\n',
    });
    expect(pages.map(({ title }) => title)).toEqual(['Home', 'Fine', 'large', 'é', 'nul']);
    expect(problems).toEqual([
      expect.stringMatching(/^error large\.md:1 .*its file is kept as it is: it is larger than 5242880 bytes/),
      expect.stringMatching(/^warning latin\.md:1 The file is in windows-1252/),
      expect.stringMatching(/^error nul\.md:1 .*NUL character/),
    ]);
  });

  it('a page whose bytes are damaged', async () => {
    const bytes = await zipOf({ 'README.md': '# Home\n', 'second.md': '# Second\n' });
    bytes[bytes.indexOf('second.md') + 'second.md'.length + 1]! ^= 0xff;
    const { status, problems } = await importBytes(world, bytes);
    expect({ status, problems }).toMatchObject({
      status: 'completed',
      problems: [{ severity: 'error', file: 'second.md', line: 1 }],
    });
    expect(problems[0]!.message).toMatch(/damaged/);
  });

  it('front matter that is no YAML, and values that Postgres cannot hold', async () => {
    const { space, pages, problems } = await told({
      'a.md': '---\ntitle: [unclosed\n---\n\n# A\n',
      'b.md':
        '---\ntitle: "nul \\0 and half \\uD800"\ndescription: "\\0"\nvars: { "a\\0": "\\uDC00" }\n---\n\ntext &#0; &#xD800;\n',
      'c.md': `---\ndescription: ${'😀'.repeat(5_001)}x\n---\n\n# ${'😀'.repeat(1_000)}\n`,
    });
    expect(problems).toEqual([expect.stringMatching(/^warning a\.md:3 The front matter is left out: Flow sequence/)]);
    expect(pages.map(({ title }) => title.slice(0, 30))).toEqual(['A', 'nul \uFFFD and half \uFFFD', '😀'.repeat(15)]);
    for (const { id } of pages) await read(space, id);
  });

  it('a title of 2,000 characters, names of 300, equal slugs, and a name that is only an ending', async () => {
    const long = 'n'.repeat(300);
    const { space, pages } = await told({
      'SUMMARY.md': `* [${'T'.repeat(2_000)}](a.md)\n* [B](x/same.md)\n* [C](y/same.md)\n* [D](${long}.md)\n* [](.md)\n`,
      'a.md': '',
      'x/same.md': '',
      'y/same.md': '',
      [`${long}.md`]: `![](${long}.png)`,
      [`${long}.png`]: 'x',
      '.md': '',
    });
    expect(pages.map(({ title }) => title.length)).toEqual([2_000, 1, 1, 1, 8]);
    const paths = pages.map((page) => (page as DocumentPage).path);
    expect(new Set(paths).size).toBe(5);
    expect(Math.max(...paths.map(({ length }) => length))).toBe(100);
    expect(Object.keys(await exported(world, space))).toContain(`${long}.png`);
  });

  it('a table of contents with circles, doubles, absent files and text', async () => {
    const { pages, problems } = await told({
      'SUMMARY.md':
        '* [A](a.md)\n  * [B](b.md)\n    * [A again](a.md)\n* [B again](b.md)\n* [Gone](gone.md)\n  * [C](c.md)\n* only text\n* [Out](../../etc/passwd)\n',
      'a.md': '# A',
      'b.md': '# B',
      'c.md': '# C',
    });
    expect(pages.map(({ type, title }) => `${type} ${title}`)).toEqual([
      'document A',
      'document B',
      'link A again',
      'link B again',
      'document C',
    ]);
    expect(problems).toEqual([
      expect.stringMatching(/^warning SUMMARY\.md:5 gone\.md does not exist/),
      expect.stringMatching(/^warning SUMMARY\.md:7 /),
      expect.stringMatching(/^warning SUMMARY\.md:8 /),
    ]);
  });

  it('broken links, with the line where each stands first', async () => {
    const { pages, problems } = await told({
      'README.md':
        '# Home\n\n[ok](other.md) [a](gone.md.txt)\n\n[b](gone.md)\n\n[b](gone.md) ![](no.png)\n\n<figure><img src="none.svg" alt=""></figure>\n',
      'other.md': '# Other\n',
    });
    expect(pages).toHaveLength(2);
    expect(problems).toEqual([
      'warning README.md:3 The link gone.md.txt leads nowhere',
      'warning README.md:5 The link gone.md leads nowhere',
      'warning README.md:7 The link no.png leads nowhere',
      'warning README.md:9 The link none.svg leads nowhere',
    ]);
  });

  it('reports a thousand problems and counts the others', async () => {
    const links = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => `[x](gone-${from + n}.md)\n`).join('\n');
    const { problems } = await told({ 'a.md': links(0, 700), 'b.md': links(700, 400), 'c.md': links(1_100, 1_500) });
    expect(problems).toHaveLength(1_001);
    expect(problems.at(-1)).toMatch(/ 1600 further problems are not listed$/);
  });

  it('names that mean something to JavaScript', async () => {
    const { pages } = await told({
      'README.md':
        '---\nvars: { __proto__: { polluted: yes }, constructor: x, good: 1 }\n__proto__: { polluted: yes }\nlayout: { __proto__: { polluted: true } }\n---\n\n# Home\n',
      '.gitbook.yaml': '__proto__: { root: /etc }\nredirects: { __proto__: a, constructor: b }\n',
    });
    expect((pages[0] as DocumentPage).variables).toEqual({ good: 1 });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    const run = await importFiles(
      world,
      {
        'docs.yaml':
          '__proto__: { site: 1 }\nsite:\n  __proto__: x\n  structure:\n    - { type: space, title: __proto__, __proto__: { a: 1 }, content: { directory: a, __proto__: b } }\n',
        'a/README.md': '# A',
      },
      {},
    );
    expect(run).toMatchObject({ status: 'completed', spaces: [{ title: '__proto__' }] });
  });

  it('a folder of docs.yaml that is not there', async () => {
    const run = await importFiles(
      world,
      {
        'docs.yaml':
          'site:\n  structure:\n    - {type: space, title: A, content: {directory: a}}\n    - {type: space, title: B, content: {directory: nowhere}}\n    - {type: space, title: C, content: {directory: ../out}}\n    - {type: space, title: D, content: {directory: null}}\n',
        'a/README.md': '# A',
      },
      {},
    );
    expect(run).toMatchObject({ status: 'completed', spaces: [{ title: 'A' }] });
    expect(run.problems.map(({ message }) => message)).toEqual([
      'The folder of C is not inside the repository',
      'D has no folder and was left out',
      'The folder has no pages and was left out',
    ]);
  });

  it('10,000 nested lists and a tree of pages 1,000 deep', async () => {
    const names = Array.from({ length: 1_000 }, (_, n) => `p${n}.md`);
    const nested = await told({
      'SUMMARY.md': names.map((name, n) => `${'  '.repeat(n)}* [${name}](${name})\n`).join(''),
      ...Object.fromEntries(names.map((name) => [name, `# ${name}\n`])),
    });
    expect(nested.pages.length).toBeGreaterThanOrEqual(20);
    expect(nested.problems.length).toBeGreaterThan(0);
    const lists = await told({ 'README.md': `# Lists\n\n${'- '.repeat(10_000)}x\n\n${'> '.repeat(10_000)}y\n` });
    const page = await read(lists.space, lists.pages[0]!.id);
    expect(JSON.stringify(page.document)).toContain('x');
  });

  it('folders 400 deep without a table of contents', async () => {
    const deep = Array.from({ length: 400 }, (_, n) => `${'d/'.repeat(n)}README.md`);
    const { pages, problems } = await told(Object.fromEntries(deep.map((path, n) => [path, `# ${n}\n`])));
    expect(pages.length + problems.length).toBeGreaterThanOrEqual(400);
  });

  it('byte order marks and line ends of other systems come back as they were', async () => {
    const files = {
      '.gitbook.yaml': '\uFEFFstructure:\r\n  readme: README.md\r\n',
      'SUMMARY.md': '\uFEFF# Table of contents\r\n\r\n* [Home](README.md)\r\n* [Two](two.md)\r\n',
      'README.md': '\uFEFF---\r\ndescription: D\r\n---\r\n\r\n# Home\r\n\r\ntext\r\n',
      'two.md': '\uFEFF# Heading\r\n\r\ntext',
    };
    const { space, pages } = await told(files);
    expect(pages.map(({ title }) => title)).toEqual(['Home', 'Two']);
    expect(
      Object.fromEntries(Object.entries(await exported(world, space)).map(([path, bytes]) => [path, bytes.toString()])),
    ).toEqual(files);
    const { markdown } = await world.api.expect<DocumentPage>('getPageById', {
      token: world.admin.token,
      params: { spaceId: space, pageId: pages[0]!.id },
      query: { format: 'markdown' },
    });
    expect(markdown).toBe('# Home\r\n\r\ntext\r\n');
  });

  it('files beside the folder of the space have a place in its export', async () => {
    const run = await importFiles(
      world,
      {
        'docs.yaml': 'site:\n  structure:\n    - {type: space, title: A, content: {directory: deep/a}}\n',
        'deep/a/README.md': '# A\n\n![](../../assets/logo.svg)\n',
        'assets/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      },
      {},
    );
    expect(run.problems).toEqual([]);
    expect(Object.keys(await exported(world, run.spaces[0]!.id)).sort()).toEqual([
      '.gitbook/assets/logo.svg',
      'README.md',
    ]);
  });
});
