import type { DocumentPage, ImportRun, Revision, RevisionPage } from '@bindery/contracts';
import { createServiceOrganization, exported, flat, importFiles, type TestOrganization } from '@bindery/testing';

let world: TestOrganization;
beforeAll(async () => (world = await createServiceOrganization('content')));
afterAll(() => world.close());

const revisionOf = (spaceId: string) =>
  world.api.expect<Revision>('getCurrentRevision', { token: world.admin.token, params: { spaceId } });

const told = ({ problems }: ImportRun): string[] => problems.map(({ file, message }) => `${file} ${message}`);

async function imported(files: Record<string, string>) {
  const run = await importFiles(world, files);
  expect({ status: run.status, error: run.error }).toEqual({ status: 'completed', error: undefined });
  const space = run.spaces[0]!.id;
  const revision = await revisionOf(space);
  return { run, space, revision, pages: flat(revision.pages) };
}

const titles = (pages: readonly RevisionPage[]): string[] => pages.map(({ title }) => title);

const edit = (spaceId: string, changes: object[]) =>
  world.api.expect('updateSpaceContent', { token: world.admin.token, params: { spaceId }, body: { changes } });

const documentOf = async (spaceId: string, { id: pageId }: RevisionPage): Promise<string> =>
  JSON.stringify(
    (await world.api.expect<DocumentPage>('getPageById', { token: world.admin.token, params: { spaceId, pageId } }))
      .document,
  );

describe('names of files', () => {
  it('hold what means something in an address', async () => {
    const { run, space, revision, pages } = await imported({
      'README.md':
        '# Home\n\n[c](C%23.md) [raw](C#.md#top) [off](50%2525%20off.md) [q](why?.md) ![i](Untitled%20%231.png)\n',
      'C#.md': '# C sharp\n',
      '50%25 off.md': '# Off\n',
      'why?.md': '# Why\n',
      'Untitled #1.png': 'x',
    });
    expect(told(run)).toEqual([]);
    expect(titles(pages).sort()).toEqual(['C sharp', 'Home', 'Off', 'Why']);
    const home = await documentOf(space, pages[0]!);
    for (const title of ['C sharp', 'Off', 'Why'])
      expect(home).toContain(`"page":"${pages.find((page) => page.title === title)!.id}"`);
    expect(home).toContain(`"file":"${revision.files[0]!.id}"`);
  });

  it('are found in another normal form, and in other case with a word about it', async () => {
    const { run, space, pages } = await imported({
      'README.md': '# Home\n\n[u](Überblick.md) [g](guide.md)\n',
      'SUMMARY.md': '* [Home](README.md)\n* [U](Überblick.md)\n* [G](guide.md)\n',
      'U\u0308berblick.md': '# Ü\n',
      'Guide.md': '# Guide\n',
    });
    expect(titles(pages)).toEqual(['Home', 'U', 'G']);
    expect(told(run)).toEqual([expect.stringMatching(/^SUMMARY\.md guide\.md is the file Guide\.md/)]);
    const home = await documentOf(space, pages[0]!);
    for (const { id } of pages.slice(1)) expect(home).toContain(`"page":"${id}"`);
  });

  it('that differ in case alone are both there, with a word about it', async () => {
    const { run, revision } = await imported({
      'README.md': '# Home\n\n![](img/Photo.PNG) ![](img/photo.png)\n',
      'img/Photo.PNG': 'one',
      'img/photo.png': 'other',
    });
    expect(revision.files.map(({ name }) => name).sort()).toEqual(['Photo.PNG', 'photo.png']);
    expect(told(run)).toEqual([expect.stringMatching(/^img\/photo\.png .*from img\/Photo\.PNG/)]);
  });

  it('are read again when an export wrote them', async () => {
    const names = [
      'C#.md',
      '50%25 off.md',
      'a b (c).md',
      'why?.md',
      'ü+ö.md',
      'note: y.md',
      '100%.md',
      "it's & <so>.md",
    ];
    const first = await imported({
      'README.md': `# Home\n\n![](<Untitled #1 %20.png>)\n`,
      'Untitled #1 %20.png': 'x',
      ...Object.fromEntries(names.map((name, n) => [name, `# Page ${n}\n`])),
    });
    // Everything is written anew: the pages link to each other, and the table of contents is made.
    const [home, ...others] = first.pages;
    const links = others.map(({ id }) => ({
      object: 'block',
      type: 'paragraph',
      data: {},
      nodes: [{ object: 'inline', type: 'link', data: { ref: { kind: 'page', page: id } }, nodes: [text('to')] }],
    }));
    const before = await world.api.expect<DocumentPage>('getPageById', {
      token: world.admin.token,
      params: { spaceId: first.space, pageId: home!.id },
    });
    const document = { ...before.document!, nodes: [...before.document!.nodes, ...links] };
    await edit(first.space, [
      { operation: 'update_page', page: home!.id, document: { document } },
      { operation: 'update_page', page: others[0]!.id, at: 3 },
    ]);
    const files = await exported(world, first.space);
    expect(Object.keys(files).sort()).toEqual([...names, 'README.md', 'SUMMARY.md', 'Untitled #1 %20.png'].sort());
    const second = await imported(Object.fromEntries(Object.entries(files).map(([name, b]) => [name, b.toString()])));
    expect(told(second.run)).toEqual([]);
    expect(titles(second.pages).sort()).toEqual(titles(first.pages).sort());
    const written = await documentOf(second.space, second.pages[0]!);
    for (const { id } of second.pages.slice(1)) expect(written).toContain(`"page":"${id}"`);
    expect(written).toContain(`"file":"${second.revision.files[0]!.id}"`);
  });

  it('are those that every system can write where pages and files are new', async () => {
    const { space } = await imported({ 'README.md': '# Home\n', 'SUMMARY.md': '* [Home](README.md)\n' });
    const slugs = ['SUMMARY', '..', 'c:x', '.git', 'con', '説明'.repeat(50)];
    const document = { markdown: 'Written here.\n' };
    await edit(space, [
      ...slugs.map((slug) => ({ operation: 'insert_page', title: slug, slug, document })),
      { operation: 'insert_files', files: [{ name: '../../x.txt', contentType: 'text/plain', base64: 'eA==' }] },
    ]);
    const files = await exported(world, space);
    const pages = ['README', 'SUMMARY', 'summary-1', 'page', 'cx', 'git', '_con', '説明'.repeat(33)];
    const asset = '.gitbook/assets/..-..-x.txt';
    expect(Object.keys(files).sort()).toEqual([...pages.map((name) => `${name}.md`), asset].sort());
    const again = await imported(Object.fromEntries(Object.entries(files).map(([name, b]) => [name, b.toString()])));
    expect(told(again.run)).toEqual([]);
    expect(titles(again.pages)).toEqual(['Home', ...slugs]);
  });
});

const text = (value: string) => ({ object: 'text', leaves: [{ object: 'leaf', text: value, marks: [] }] });

describe('a table of contents', () => {
  const summary = `# Table of contents

* [Home](README.md)
* Guides
  * [A](a.md) <!-- first -->

<!-- drafts -->

* [Draft]()
  * [B](b.md)
* [Gone](gone.md)
`;
  const files = {
    'README.md': '# Home\n',
    'SUMMARY.md': summary,
    'a.md': '# A\n',
    'b.md': '# B\n',
    '.gitbook/tags.yaml': 'tags:\n  - one  # kept\n',
  };

  it('keeps entries without a link, and what is below them', async () => {
    const { run, space, revision, pages } = await imported(files);
    expect(pages.map(({ type, title }) => `${type} ${title}`)).toEqual([
      'document Home',
      'group Guides',
      'document A',
      'document B',
    ]);
    expect(pages[2]).toMatchObject({ path: 'guides/a' });
    expect(told(run)).toEqual([
      expect.stringContaining('An entry without a URL is not a page; its line is kept'),
      expect.stringContaining('gone.md does not exist; its line is kept'),
    ]);
    expect(revision.pages).toHaveLength(3);
    const found = await exported(world, space);
    expect(found['SUMMARY.md']!.toString()).toBe(summary);
    expect(found['.gitbook/tags.yaml']!.toString()).toBe(files['.gitbook/tags.yaml']);
  });

  it('changes by the entries that change, and no other line', async () => {
    const { space, pages } = await imported(files);
    const [, guides, a, b] = pages as [RevisionPage, RevisionPage, RevisionPage, RevisionPage];
    await edit(space, [
      { operation: 'insert_page', title: 'New', into: guides.id, document: { markdown: 'Text.' } },
      { operation: 'update_page', page: guides.id, title: 'Howtos' },
      { operation: 'delete_page', page: b.id },
    ]);
    const found = await exported(world, space);
    expect(found['SUMMARY.md']!.toString()).toBe(
      summary
        .replace('* Guides', '* Howtos')
        .replace('<!-- first -->\n', '<!-- first -->\n  * [New](guides/new.md)\n')
        .replace('  * [B](b.md)\n', ''),
    );
    // The written files are read as the same space.
    const again = await importFiles(
      world,
      Object.fromEntries(Object.entries(found).map(([name, bytes]) => [name, bytes.toString()])),
      { space },
    );
    expect(again.status).toBe('completed');
    const after = flat((await revisionOf(space)).pages);
    expect(titles(after)).toEqual(['Home', 'Howtos', 'A', 'New']);
    expect(after[2]!.id).toBe(a.id);
    expect((await exported(world, space))['SUMMARY.md']).toEqual(found['SUMMARY.md']);
  });
});
