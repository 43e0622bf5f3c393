import type { MergedContent } from '../../src/model/merge/merge-content';
import { MemoryContent, type TestBlock, type TestContent, type TestPage } from './memory-content';

let store: MemoryContent;
beforeEach(() => {
  store = new MemoryContent();
});

const page = (blocks: readonly TestBlock[], more: TestPage = {}): TestPage => ({ blocks, ...more });
const merge = (base: TestContent, main: TestContent, draft: TestContent) => store.merge(base, main, draft);
const pagesOf = (...pages: [TestPage, TestPage, TestPage]) =>
  merge({ pages: { p: pages[0] } }, { pages: { p: pages[1] } }, { pages: { p: pages[2] } });
const blocksOf = async ({ content }: MergedContent, id = 'p') => store.blocks((await store.pages(content))[id]);

const a: TestBlock = ['a', 'Alpha'];
const b: TestBlock = ['b', 'Beta'];
const c: TestBlock = ['c', 'Gamma'];
const a2: TestBlock = ['a', 'Alpha of main'];
const a3: TestBlock = ['a', 'Alpha of draft'];
const b3: TestBlock = ['b', 'Beta of draft'];
const x: TestBlock = ['x', 'New in main'];
const y: TestBlock = ['y', 'New in draft'];

describe('blocks', () => {
  const cases: [string, TestBlock[], TestBlock[], TestBlock[], TestBlock[]][] = [
    ['edited different blocks', [a, b], [a2, b], [a, b3], [a2, b3]],
    ['made the same edit', [a, b], [a2, b], [a2, b], [a2, b]],
    ['moved and edited', [a, b, c], [b, c, a], [a3, b, c], [b, c, a3]],
    ['moved the same block', [a, b, c], [b, a, c], [b, c, a], [b, c, a]],
    ['moved different blocks', [a, b, c, x, y], [b, c, a, x, y], [a, b, c, y, x], [b, c, a, y, x]],
    ['both inserted at one place', [a, b], [a, x, b], [a, y, b], [a, x, y, b]],
    ['inserted and deleted the neighbour', [a, b], [b], [a, y, b], [y, b]],
    ['inserted at the beginning and the end', [a], [x, a], [a, y], [x, a, y]],
    ['inserted the same', [a, b], [a, x, b], [a, ['z', 'New in main'], b], [a, x, b]],
    ['wrote the same block anew alike', [a, b], [x, b], [['z', 'New in main'], b], [x, b]],
    ['wrote neighbours anew', [a, b, c], [x, b, c], [a, y, c], [x, y, c]],
    ['deleted the same block', [a, b], [b], [b], [b]],
    ['deleted different blocks', [a, b, c], [b, c], [a, b], [b]],
  ];
  it.each(cases)('%s: no conflict', async (_, base, main, draft, expected) => {
    const merged = await pagesOf(page(base), page(main), page(draft));
    expect(merged.conflicts).toEqual([]);
    expect(await blocksOf(merged)).toEqual(expected);
  });

  it('edited the same block: both versions, main first', async () => {
    const merged = await pagesOf(page([a, b]), page([a2, b]), page([a3, b]));
    expect(merged.conflicts).toEqual([
      { object: 'page', id: 'p', reason: 'both-edited', block: 'a', draftVersion: expect.any(String) as string },
    ]);
    const [conflict] = merged.conflicts as unknown as [{ draftVersion: string }];
    expect(await blocksOf(merged)).toEqual([a2, [conflict.draftVersion, 'Alpha of draft'], b]);
  });

  it('wrote the same block anew: both versions, main first', async () => {
    const merged = await pagesOf(page([a, b, c]), page([a, x, c]), page([a, y, c]));
    expect(merged.conflicts).toEqual([
      { object: 'page', id: 'p', reason: 'both-edited', block: 'x', draftVersion: 'y' },
    ]);
    expect(await blocksOf(merged)).toEqual([a, x, y, c]);
  });

  it.each([
    ['main', [b], [a3, b], [a3, b]],
    ['draft', [a2, b], [b], [a2, b]],
  ] as const)(
    'deleted in %s and edited in the other: it stays as it was edited',
    async (deletedIn, main, draft, expected) => {
      const merged = await pagesOf(page([a, b]), page(main), page(draft));
      expect(merged.conflicts).toEqual([{ object: 'page', id: 'p', reason: 'deleted', deletedIn, block: 'a' }]);
      expect(await blocksOf(merged)).toEqual(expected);
    },
  );
});

describe('pages', () => {
  const p = page([a]);
  const q = page([b], { order: 'b0' });

  it('that only one side touched are as that side has them', async () => {
    const merged = await merge(
      { pages: { p, q, r: page([c]) } },
      { pages: { p: page([a2]), q, m: page([x]) } },
      { pages: { p, q: { ...q, title: 'Q' }, r: page([c]), d: page([y]) } },
    );
    expect(merged.conflicts).toEqual([]);
    const pages = await store.pages(merged.content);
    expect(Object.keys(pages).sort()).toEqual(['d', 'm', 'p', 'q']);
    expect(pages.q!.title).toBe('Q');
    expect(await blocksOf(merged)).toEqual([a2]);
    expect(await store.slugs(merged.content)).toEqual({ '/p': 'p', '/q': 'q', '/m': 'm', '/d': 'd' });
  });

  it('merge attribute by attribute', async () => {
    const merged = await pagesOf(
      p,
      { ...p, title: 'Main', icon: 'star' },
      { ...p, description: 'Draft', blocks: [a3] },
    );
    expect(merged.conflicts).toEqual([]);
    expect((await store.pages(merged.content)).p).toMatchObject({ title: 'Main', icon: 'star', description: 'Draft' });
    expect(await blocksOf(merged)).toEqual([a3]);
  });

  it("keep the draft's value of an attribute that both changed, and name both", async () => {
    const merged = await pagesOf(p, { ...p, title: 'Main' }, { ...p, title: 'Draft' });
    expect(merged.conflicts).toEqual([
      { object: 'page', id: 'p', reason: 'both-edited', attribute: 'title', main: 'Main', draft: 'Draft' },
    ]);
    expect((await store.pages(merged.content)).p!.title).toBe('Draft');
  });

  it('move and are edited without a conflict', async () => {
    const merged = await merge(
      { pages: { p, q } },
      { pages: { p: { ...p, parent: 'q', order: 'a5' }, q } },
      { pages: { p: page([a3]), q } },
    );
    expect(merged.conflicts).toEqual([]);
    expect((await store.pages(merged.content)).p).toMatchObject({ parent: 'q', order: 'a5' });
    expect(await blocksOf(merged)).toEqual([a3]);
    expect(await store.slugs(merged.content)).toEqual({ 'q/p': 'p', '/q': 'q' });
  });

  it('moved below different pages stay where the draft has them', async () => {
    const r = page([c]);
    const merged = await merge(
      { pages: { p, q, r } },
      { pages: { p: { ...p, parent: 'q' }, q, r } },
      { pages: { p: { ...p, parent: 'r' }, q, r } },
    );
    expect(merged.conflicts).toMatchObject([{ id: 'p', attribute: 'parent', main: 'q', draft: 'r' }]);
    expect((await store.pages(merged.content)).p!.parent).toBe('r');
  });

  it.each(['main', 'draft'] as const)('deleted in %s and edited in the other stay', async (deletedIn) => {
    const edited = { pages: { p: page([a3]), q } };
    const deleted = { pages: { q } };
    const [main, draft] = deletedIn === 'main' ? [deleted, edited] : [edited, deleted];
    const merged = await merge({ pages: { p, q } }, main, draft);
    expect(merged.conflicts).toEqual([{ object: 'page', id: 'p', reason: 'deleted', deletedIn }]);
    expect(await blocksOf(merged)).toEqual([a3]);
    expect(await store.slugs(merged.content)).toEqual({ '/p': 'p', '/q': 'q' });
  });

  it.each(['main', 'draft'] as const)(
    'deleted in %s come back for what the other put below them',
    async (deletedIn) => {
      const below = { pages: { p, q: { ...q, parent: 'p' }, n: page([x], { parent: 'q' }) } };
      const gone = { pages: {} };
      const [main, draft] = deletedIn === 'main' ? [gone, below] : [below, gone];
      const merged = await merge({ pages: { p, q: { ...q, parent: 'p' } } }, main, draft);
      const pages = await store.pages(merged.content);
      expect(Object.keys(pages).sort()).toEqual(['n', 'p', 'q']);
      expect(merged.conflicts.map(({ id }) => id).sort()).toEqual(['p', 'q']);
      expect(await store.slugs(merged.content)).toEqual({ '/p': 'p', 'p/q': 'q', 'q/n': 'n' });
    },
  );

  it('never stand below each other', async () => {
    const merged = await merge(
      { pages: { p, q } },
      { pages: { p: { ...p, parent: 'q' }, q } },
      { pages: { p, q: { ...q, parent: 'p' } } },
    );
    expect(merged.conflicts).toEqual([
      { object: 'page', id: 'q', reason: 'both-edited', attribute: 'parent', main: '', draft: 'p' },
    ]);
    expect(await store.slugs(merged.content)).toEqual({ 'q/p': 'p', '/q': 'q' });
  });

  it('return to a parent that comes back as well, where they would stand below each other', async () => {
    const m = page([c]);
    const merged = await merge(
      { pages: { m, p: { ...p, parent: 'm' }, q } },
      { pages: { m, p: { ...p, parent: 'm' }, q: { ...q, parent: 'p' } } },
      { pages: { p: { ...p, parent: 'q' }, q } },
    );
    expect(merged.conflicts).toEqual([
      { object: 'page', id: 'p', reason: 'both-edited', attribute: 'parent', main: 'm', draft: 'q' },
      { object: 'page', id: 'm', reason: 'deleted', deletedIn: 'draft' },
    ]);
    expect(await store.slugs(merged.content)).toEqual({ '/m': 'm', 'm/p': 'p', 'p/q': 'q' });
  });

  it('never stand below each other where both sides reversed a chain of moved pages', async () => {
    const below = (parents: Record<string, string>) => ({
      pages: Object.fromEntries(Object.entries(parents).map(([id, parent]) => [id, page([], { parent })])),
    });
    const merged = await merge(
      below({ p: '', q: '', r: '', s: '' }),
      below({ p: '', q: 'p', r: 'q', s: 'r' }),
      below({ p: 'q', q: 'r', r: 's', s: '' }),
    );
    expect(await store.slugs(merged.content)).toEqual({ '/p': 'p', 'p/q': 'q', 'q/r': 'r', 'r/s': 's' });
    expect(merged.conflicts.map(({ id }) => id).sort()).toEqual(['p', 'q', 'q', 'r', 'r']);
  });

  it('go to the top where neither side has their parent', async () => {
    const lost = { ...p, parent: 'gone' };
    const merged = await merge(
      { pages: { p: lost, q } },
      { pages: { p: lost, q } },
      { pages: { p: { ...lost, blocks: [a3] }, q } },
    );
    expect(merged.conflicts).toEqual([]);
    expect(await store.slugs(merged.content)).toEqual({ '/p': 'p', '/q': 'q' });
    expect(await blocksOf(merged)).toEqual([a3]);
  });

  it('that took one slug get different ones', async () => {
    const merged = await merge(
      { pages: { p, q } },
      { pages: { p: { ...p, slug: 'same' }, q } },
      { pages: { p, q: { ...q, slug: 'same' }, n: page([y], { slug: 'p' }) } },
    );
    expect(merged.conflicts).toEqual([
      { object: 'page', id: 'q', reason: 'slug-taken', main: 'same', draft: 'same-1', other: 'p' },
    ]);
    expect(await store.slugs(merged.content)).toEqual({ '/same': 'p', '/same-1': 'q', '/p': 'n' });
  });

  it('have a Markdown file that says what the page does, in the words of either side', async () => {
    const source = page([a], { markdown: '# p\n\nAlpha\n' });
    const merged = await pagesOf(
      source,
      { ...source, title: 'Renamed' },
      { ...source, updatedAt: '2026-02-02T00:00:00.000Z' },
    );
    const entry = (await store.pages(merged.content)).p!;
    expect(entry).toMatchObject({ title: 'Renamed', updatedAt: '2026-02-02T00:00:00.000Z' });
    expect(store.markdown(entry)).toBe('# p\n\nAlpha\n');
    const both = await pagesOf(
      source,
      { ...source, title: 'Renamed' },
      page([a3], { markdown: '# p\n\nAlpha of draft\n' }),
    );
    expect(store.markdown((await store.pages(both.content)).p)).toBe('# Renamed\n\nAlpha of draft\n');
    expect(await blocksOf(both)).toEqual([a3]);
    const [one, two, three] = [
      ['k1', 'One dear'],
      ['k2', 'Two'],
      ['k3', 'Three dear'],
    ] as const;
    const [one1, three1, four] = [
      ['k1', 'One good'],
      ['k3', 'Three good'],
      ['k4', 'Four bold'],
    ] as const;
    const file = '---\nown:   kept # why\nicon: a\n---\n# p #\n\nOne\ndear\n\n<!---->\n\nTwo\n\n\nThree\ndear\n';
    const texts = await pagesOf(
      page([one, two, three], { icon: 'a', markdown: file }),
      page([one1, two, three], { icon: 'a', markdown: file.replace('One\ndear', 'One\ngood') }),
      page([one, two, three1, four], {
        icon: 'b',
        markdown: file.replace('Three\ndear', 'Three\ngood\n\nFour\nbold').replace('icon: a', 'icon: b\nnew: 1'),
      }),
    );
    expect(store.markdown((await store.pages(texts.content)).p)).toBe(
      file
        .replace('One\ndear', 'One\ngood')
        .replace('Three\ndear', 'Three\ngood\n\nFour\nbold')
        .replace('icon: a', 'icon: b\nnew: 1'),
    );
  });
});

it('merges variables of the space and of pages by name', async () => {
  const p = { blocks: [a], variables: { v: 1 } };
  const merged = await merge(
    { variables: { one: 1, two: 2, three: 3 }, pages: { p } },
    { variables: { one: 10, two: 20 }, pages: { p: { ...p, variables: { v: 1, m: true } } } },
    { variables: { one: 11, two: 2, three: 3, four: 'x' }, pages: { p: { ...p, variables: { v: 2 } } } },
  );
  expect(merged.content.variables).toEqual({ one: 11, two: 20, four: 'x' });
  expect(merged.conflicts).toEqual([{ object: 'variable', id: 'one', reason: 'both-edited', main: 10, draft: 11 }]);
  expect((await store.pages(merged.content)).p).toMatchObject({ variables: { v: 2, m: true } });
});

it('keeps both versions of a file that both sides replaced', async () => {
  const merged = await merge(
    { files: { f: {}, g: {} } },
    { files: { f: { sha256: 'main' }, g: {} } },
    { files: { f: { sha256: 'draft' }, g: { sha256: 'new' } } },
  );
  const [conflict] = merged.conflicts as unknown as [{ draftVersion: string }];
  expect(merged.conflicts).toEqual([
    { object: 'file', id: 'f', reason: 'both-edited', draftVersion: expect.stringMatching(/^\w{22}$/) as string },
  ]);
  const files = await store.files(merged.content);
  expect(files.f!.sha256).toBe('main');
  expect(files[conflict.draftVersion]!.sha256).toBe('draft');
  expect(files.g!.sha256).toBe('new');
});

it('merges reusable contents like pages', async () => {
  const merged = await merge(
    { reusable: { r: { title: 'R', blocks: [a, b] } } },
    { reusable: { r: { title: 'R main', blocks: [a2, b] } } },
    { reusable: { r: { title: 'R draft', blocks: [a, b3] } } },
  );
  expect(merged.conflicts).toEqual([
    {
      object: 'reusable-content',
      id: 'r',
      reason: 'both-edited',
      attribute: 'title',
      main: 'R main',
      draft: 'R draft',
    },
  ]);
  const { r } = await store.reusable(merged.content);
  expect(r!.title).toBe('R draft');
  expect(store.blocks(r)).toEqual([a2, b3]);
});

it('reads no more than what differs, however large the space', async () => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`p${n}`, page([['k', `Page ${n}`]])]));
  const base = store.content({ pages: many });
  const main = store.content({ pages: { ...many, p1: { ...many.p1, order: 'a1', blocks: [a2] } } });
  const draft = store.content({ pages: { ...many, p2: { ...many.p2, order: 'a2', blocks: [a3] } } });
  store.reads = 0;
  const merged = await store.mergeContents(base, main, draft);
  expect(merged.conflicts).toEqual([]);
  expect(merged.chunks.length).toBeLessThanOrEqual(4);
  expect(JSON.stringify(merged.chunks).length).toBeLessThan(8_000);
  expect(store.reads).toBeLessThan(40);
});
