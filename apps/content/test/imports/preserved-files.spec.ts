import {
  createServiceOrganization,
  EditedSpace,
  type Files,
  filesOf,
  publicDocs,
  sampleDocs,
  type TestOrganization,
} from '@bindery/testing';

const long = process.env.BINDERY_TEST === 'long';

let world: TestOrganization;
beforeAll(async () => (world = await createServiceOrganization('content')));
afterAll(() => world.close());

const forms = ['markdown', 'document', 'stable'] as const;

const guide: Files = {
  'SUMMARY.md':
    '# Table of contents\n\n* [Home](README.md)\n* [Short](sub/README.md)\n  * [Other](sub/other.md)\n  * [Leaf](sub/deep/leaf.md)\n\n## Basics\n\n* [One](guide/one.md)\n* [Two](guide/two.md)\n',
  'README.md': '# Home\n\nHello.\n',
  'sub/README.md': `---
description: >-
  A description that is long enough to be folded over two lines by the exporter
  of GitBook
---

# A Long Title of the Page

Hello there my dear world of docs.

See [the other](other.md), [myself](README.md#part), [leaf](deep/leaf.md "mention") and [home](../README.md).

- dash list
- two of [gone](gone.md)

*   Item

    \`\`\`bash
    ls
    \`\`\`

{% include "../.gitbook/includes/note.md" %}

## Part

Text.


`,
  'sub/other.md': '# Other\n',
  'sub/deep/leaf.md': '# Leaf\n',
  'guide/one.md': `# One

Hello there my dear world of docs, see [two](two.md) and [home](../README.md).

![A picture](../.gitbook/assets/pic.png)

{% content-ref url="two.md" %}
[two.md](two.md)
{% endcontent-ref %}

{% file src="../.gitbook/assets/pic.png" %}

| [Wiki](two.md) | **Bold** \`code\` |
| ---- | --- |
| x | y |
`,
  'guide/two.md': '# Two\n',
  '.gitbook/assets/pic.png': 'not a picture',
  '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nA note.\n',
};

const pageOf = async (space: EditedSpace, path: string) =>
  (await space.documents()).find(({ git }) => git?.path === path)!.id;

it.each(forms)('changes nothing but the word that was changed, as %s', async (form) => {
  const [space] = await EditedSpace.of(world, guide);
  for (const path of ['sub/README.md', 'guide/one.md'])
    await space!.replace(await pageOf(space!, path), form, 'my dear world', 'my good world');
  expect(await space!.changed()).toEqual({
    'sub/README.md': guide['sub/README.md']!.replace('dear', 'good'),
    'guide/one.md': guide['guide/one.md']!.replace('dear', 'good'),
  });
});

it.each(forms)('is the same content where it is written back as it was read, as %s', async (form) => {
  const [space] = await EditedSpace.of(world, guide);
  const before = await space!.revision();
  for (const { id } of await space!.documents())
    await space!.edit({ operation: 'update_page', page: id, document: await space!.body(id, form) });
  expect(await space!.changed()).toEqual({});
  const { pages, files, reusableContents } = await space!.revision();
  expect({ pages, files, reusableContents }).toEqual({
    pages: before.pages,
    files: before.files,
    reusableContents: before.reusableContents,
  });
});

it('writes the heading of a file and its entry in the table of contents each for itself', async () => {
  const [space] = await EditedSpace.of(world, guide);
  const [sub, one] = [await pageOf(space!, 'sub/README.md'), await pageOf(space!, 'guide/one.md')];
  await space!.edit({ operation: 'update_page', page: sub, title: 'Brief', icon: 'star' });
  await space!.edit({ operation: 'update_page', page: one, title: 'First' });
  expect(await space!.changed()).toEqual({
    'SUMMARY.md': expect.stringContaining('[Brief](sub/README.md)') as string,
    'sub/README.md': guide['sub/README.md']!.replace('of GitBook\n', 'of GitBook\nicon: star\n'),
    'guide/one.md': guide['guide/one.md']!.replace('# One', '# First'),
  });
  await space!.replace(sub, 'markdown', '# A Long Title of the Page', '# A Longer Title of the Page');
  await space!.replace(one, 'markdown', '# First', '# The first');
  const changed = await space!.changed();
  expect(changed['sub/README.md']).toContain('# A Longer Title of the Page');
  expect(changed['SUMMARY.md']).toContain('[Brief](sub/README.md)');
  expect(changed['SUMMARY.md']).toContain('[The first](guide/one.md)');
});

it('has links lead where they say, of whatever form, and keeps those that lead nowhere', async () => {
  const [space] = await EditedSpace.of(world, guide);
  const [home, two] = [await pageOf(space!, 'README.md'), await pageOf(space!, 'guide/two.md')];
  const base64 = Buffer.from('bytes').toString('base64');
  const markdown =
    '# Home\n\n[a](guide/two.md#x) [b](/pages/basics/two) [c](./new.md) [d](./new) ![e](./logo) [f](.gitbook/assets/pic.png) [g](./nowhere.md) [h](/pages/nobody)\n';
  await space!.edit(
    { operation: 'insert_files', files: [{ ref: 'logo', name: 'logo.bin', base64, contentType: 'image/png' }] },
    { operation: 'insert_page', ref: 'new', document: { markdown: '# New\n\nBack [home](/pages/readme).\n' } },
    { operation: 'update_page', page: home, document: { markdown } },
  );
  const { document } = await space!.page(home, 'document');
  const [added] = (await space!.documents()).filter(({ title }) => title === 'New');
  const refs = [...JSON.stringify(document).matchAll(/"ref":(\{[^{}]*\})/g)].map(
    ([, ref]) => JSON.parse(ref!) as object,
  );
  expect(refs).toEqual([
    { kind: 'anchor', anchor: 'x', page: two },
    { kind: 'page', page: two },
    { kind: 'page', page: added!.id },
    { kind: 'page', page: added!.id },
    { kind: 'file', file: expect.any(String) as string },
    { kind: 'file', file: expect.any(String) as string },
    { kind: 'url', url: './nowhere.md' },
    { kind: 'page', page: 'nobody' },
  ]);
  expect(await space!.changed()).toMatchObject({
    'README.md':
      '# Home\n\n[a](guide/two.md#x) [b](guide/two.md) [c](new.md) [d](new.md) ![e](.gitbook/assets/logo.bin) [f](.gitbook/assets/pic.png) [g](./nowhere.md) [h](/pages/nobody)\n',
    'new.md': '# New\n\nBack [home](README.md).\n',
  });
});

it('gives a page that was made here a file as it was exported, with what its fields say', async () => {
  const [space] = await EditedSpace.of(world, guide);
  const two = await pageOf(space!, 'guide/two.md');
  const text = (value: string) => ({ object: 'text', leaves: [{ object: 'leaf', text: value, marks: [] }] });
  const ref = { kind: 'page', page: two };
  const block = (type: string, more: object) => ({ object: 'block', type, isVoid: false, data: {}, ...more });
  const nodes = [
    block('paragraph', { nodes: [text('Some dear words.')] }),
    block('paragraph', { nodes: [text('See '), { object: 'inline', type: 'mention', isVoid: true, data: { ref } }] }),
    block('content-ref', { isVoid: true, data: { ref } }),
  ];
  const document = { document: { object: 'document', data: {}, nodes } };
  const made = await space!.edit({
    operation: 'insert_page',
    title: 'Made',
    description: 'Said here',
    icon: 'star',
    document,
  });
  const [page] = made.changes.flatMap((change) => (change.object === 'created_page' ? [change.page.id] : []));
  const before = (await space!.changed())['made.md'];
  expect(before).toContain(
    '---\ndescription: Said here\nicon: star\n---\n\n# Made\n\nSome dear words.\n\nSee [two.md](guide/two.md',
  );
  await space!.replace(page!, 'markdown', 'dear', 'good');
  expect((await space!.changed())['made.md']).toBe(before!.replace('dear', 'good'));
  await space!.replace(page!, 'document', 'good', 'new');
  expect((await space!.changed())['made.md']).toBe(before!.replace('dear', 'new'));
});

const corpora = [
  { name: 'the samples', folder: sampleDocs },
  ...(publicDocs ? [{ name: 'the public documentation', folder: publicDocs }] : []),
];

describe.each(corpora)('every page of $name', ({ folder }) => {
  let spaces: EditedSpace[];
  // In the short form every ninth page of a large documentation: libs/documents/test/preserve-corpus.spec.ts edits every third.
  const isTried = (index: number) => long || folder === sampleDocs || index % 9 === 0;
  beforeAll(async () => (spaces = await EditedSpace.of(world, filesOf(folder))));

  // In the short form a page is written back in one of the forms.
  it.each(long ? (['markdown', 'document'] as const) : (['either'] as const))(
    'is the same where it is written back as it was read, as %s',
    async (form) => {
      for (const space of spaces) {
        const { pages } = await space.revision();
        const documents = await space.documents();
        const changes = [];
        for (const [index, { id }] of documents.entries()) {
          if (!isTried(index)) continue;
          const own = form === 'either' ? (index % 2 === 0 ? 'document' : 'markdown') : form;
          changes.push({ operation: 'update_page', page: id, document: await space.body(id, own) });
        }
        await space.edit(...changes);
        expect((await space.revision()).pages).toEqual(pages);
        expect(Object.keys(await space.changed())).toEqual([]);
      }
    },
  );

  it('changes in the lines of a paragraph of which a word was changed, and the table of contents never', async () => {
    let edits = 0;
    for (const space of spaces) {
      const changes: object[] = [];
      const edited = new Map<string, string>();
      for (const [index, { id, git }] of (await space.documents()).entries()) {
        if (!isTried(index)) continue;
        const form = index % 2 === 0 ? 'markdown' : 'document';
        const body = JSON.stringify(await space.body(id, form));
        const next = form === 'markdown' ? inMarkdown(body) : inDocument(body);
        if (next === body) continue;
        changes.push({ operation: 'update_page', page: id, document: JSON.parse(next) as object });
        edited.set(git!.path, form);
      }
      await space.edit(...changes);
      const changed = await space.changed();
      expect(Object.keys(changed).sort()).toEqual([...edited.keys()].sort());
      const wrong = Object.entries(changed).flatMap(([path, after]) => {
        const [was, is] = [space.before[path]!.split('\n'), after.split('\n')];
        const differ = was.length === is.length ? is.filter((line, at) => line !== was[at]) : is;
        return differ.length === 1 && differ[0]!.includes('Zebra')
          ? []
          : [[path, edited.get(path), differ.slice(0, 5)]];
      });
      expect(wrong).toEqual([]);
      edits += edited.size;
    }
    expect(edits).toBeGreaterThan(spaces.length * 2);
  });
});

/** Replaces a word of a line that begins a paragraph. */
const inMarkdown = (body: string): string => body.replace(/(?<=\\n\\n[A-Z][a-z]+ )[a-z]{3,}(?= [a-z]+ )/, 'Zebra');

/** Replaces a word of the first paragraph that is long enough. */
const inDocument = (body: string): string =>
  body.replace(
    /(?<="type":"paragraph"[^{}]*"data":\{\},"nodes":\[\{[^{}]*"leaves":\[\{[^{}]*"text":"[A-Z][a-z]+ )[a-z]{3,}(?= [a-z]+ )/,
    'Zebra',
  );
