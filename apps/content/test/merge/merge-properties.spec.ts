import fc from 'fast-check';
import { slugKeyOf } from '../../src/model/pages/page-entry';
import type { MergedContent } from '../../src/model/merge/merge-content';
import { base, blockEdits, depthOf, steps, treesOf, walked } from './arbitrary-content';
import { MemoryContent, type TestContent } from './memory-content';

const numRuns = process.env.BINDERY_TEST === 'long' ? 1_000 : 60;
const seed = Number(process.env.BINDERY_SEED ?? 1);
const check = <T extends [unknown, ...unknown[]]>(property: fc.IAsyncProperty<T>) =>
  fc.assert(property, { numRuns, seed });

const textsOf = async (store: MemoryContent, { content }: MergedContent, id: string) =>
  store.blocks((await store.pages(content))[id]).map(([, text]) => text);

it('is deterministic', async () => {
  await check(
    fc.asyncProperty(base, steps, steps, async (start, left, right) => {
      const sides = [start, walked(start, left, 'm'), walked(start, right, 'd')] as const;
      const [one, other] = [await new MemoryContent().merge(...sides), await new MemoryContent().merge(...sides)];
      expect(other).toEqual(one);
    }),
  );
});

it('gives the other side when one is unchanged', async () => {
  await check(
    fc.asyncProperty(base, steps, async (start, taken) => {
      const store = new MemoryContent();
      const side = walked(start, taken, 's');
      const { slugs, ...expected } = store.content(side);
      for (const merged of [await store.merge(start, start, side), await store.merge(start, side, start)]) {
        expect(merged).toMatchObject({ content: expected, conflicts: [], documents: [] });
        expect(await store.slugs(merged.content)).toEqual(await store.slugs({ ...merged.content, slugs }));
      }
    }),
  );
});

it('finds no conflict between sides that made the same changes', async () => {
  await check(
    fc.asyncProperty(base, steps, async (start, taken) => {
      const store = new MemoryContent();
      const side = walked(start, taken, 's');
      expect(await store.merge(start, side, side)).toMatchObject({ content: store.content(side), conflicts: [] });
    }),
  );
});

it('finds no conflict between sides that touch different blocks, and has the edits of both', async () => {
  await check(
    fc.asyncProperty(base, blockEdits, blockEdits, async (start, left, right) => {
      const expected: [page: string, text: string][] = [];
      const edit = (edits: { page: number; block: number }[], parity: 0 | 1, side: string): TestContent => {
        const { pages } = structuredClone(start);
        edits.forEach(({ page, block }, n) => {
          const id = Object.keys(pages)[page % Math.max(1, Object.keys(pages).length)];
          const blocks = id === undefined ? [] : pages[id]!.blocks;
          const index = 2 * Math.floor(block / 2) + parity;
          if (id === undefined || index >= blocks.length) return;
          blocks[index] = [blocks[index]![0], `Text ${side}${n}`];
        });
        for (const [id, { blocks }] of Object.entries(pages))
          for (const [, text] of blocks) if (text.startsWith('Text')) expected.push([id, text]);
        return { pages };
      };
      const store = new MemoryContent();
      const merged = await store.merge(start, edit(left, 0, 'm'), edit(right, 1, 'd'));
      expect(merged.conflicts).toEqual([]);
      for (const [id, text] of expected) expect(await textsOf(store, merged, id)).toContain(text);
    }),
  );
});

it('loses nothing that a side wrote, whatever the other did', async () => {
  await check(
    fc.asyncProperty(base, steps, steps, async (start, left, right) => {
      const store = new MemoryContent();
      const sides = [walked(start, left, 'm'), walked(start, right, 'd')] as const;
      const merged = await store.merge(start, ...sides);
      for (const { pages } of sides) {
        for (const [id, { blocks }] of Object.entries(pages)) {
          const texts = await textsOf(store, merged, id);
          for (const [, text] of blocks)
            if (text.startsWith('Text'))
              expect({ id, texts }).toEqual({ id, texts: expect.arrayContaining([text]) as string[] });
        }
      }
    }),
  );
});

it('gives a tree: every parent is there, nothing stands below itself, slugs of siblings differ', async () => {
  await check(
    fc.asyncProperty(base, steps, steps, async (start, left, right) => {
      const store = new MemoryContent();
      const { content } = await store.merge(start, walked(start, left, 'm'), walked(start, right, 'd'));
      const pages = await store.pages(content);
      const slugs = Object.entries(pages).map(([id, entry]) => [slugKeyOf(entry), id] as const);
      expect(new Set(slugs.map(([key]) => key)).size).toBe(slugs.length);
      expect(await store.slugs(content)).toEqual(Object.fromEntries(slugs));
      for (const id of Object.keys(pages)) expect(depthOf(pages, id)).toBeLessThanOrEqual(Object.keys(pages).length);
    }),
  );
});

it('gives a tree of three pages, however each side moved and deleted them', async () => {
  const store = new MemoryContent();
  const trees = treesOf(['p', 'q', 'r']);
  const sides = trees.map((pages) => store.content({ pages }));
  for (const [at, base] of sides.entries()) {
    // Other names of the pages are the same case.
    if (!isNamedInOrder(trees[at]!)) continue;
    for (const main of sides)
      for (const draft of sides) {
        const pages = await store.pages((await store.mergeContents(base, main, draft)).content);
        const lost = Object.keys(pages).filter((id) => depthOf(pages, id) === Infinity);
        if (lost.length > 0)
          expect({ lost, of: [base, main, draft].map((one) => trees[sides.indexOf(one)]) }).toBeNull();
      }
  }
});

/** Whether all three pages are there, each below an earlier one. */
const isNamedInOrder = (tree: Readonly<Record<string, { parent: string }>>): boolean =>
  Object.keys(tree).length === 3 && Object.entries(tree).every(([id, { parent }]) => parent < id);
