import * as fc from 'fast-check';
import { type Chunk, chunkOf, type ChunkReader, EMPTY_ROOT, type Entry, isLeaf, MissingChunkError } from './chunk';
import { contentHash } from './canonical-json';
import type { Update } from './map-update';
import { PersistentMap } from './persistent-map';

interface Page {
  title: string;
  parent?: string;
}

class MemoryChunks implements ChunkReader {
  readonly chunks = new Map<string, Chunk>();
  readonly reads: string[][] = [];

  store({ root, chunks }: Update): string {
    for (const chunk of chunks) this.chunks.set(chunk.hash, chunk);
    return root;
  }

  async read(hashes: readonly string[]): Promise<Chunk[]> {
    this.reads.push([...hashes]);
    return hashes.flatMap((hash) => this.chunks.get(hash) ?? []);
  }
}

const manyPages = (count: number, from = 0): Entry<Page>[] =>
  Array.from({ length: count }, (_, index) => [
    `page-${from + index}`,
    { title: `Title ${from + index}`, parent: 'p' },
  ]);

const sorted = (entries: Iterable<Entry<Page>>) => [...entries].sort(([a], [b]) => (a < b ? -1 : 1));

function setUp(entries: Entry<Page>[] = []) {
  const store = new MemoryChunks();
  const root = store.store(PersistentMap.fromEntries(entries));
  store.reads.length = 0;
  return { store, root, map: new PersistentMap<Page>(store) };
}

describe('PersistentMap', () => {
  it('reads what was stored, and only what is there', async () => {
    const { map, root } = setUp(manyPages(3000));
    const found = await map.get(root, ['page-7', 'page-2999', 'page-3000', 'page-7']);
    expect(found).toEqual(new Map([manyPages(1, 7)[0] as Entry<Page>, manyPages(1, 2999)[0] as Entry<Page>]));
    expect(sorted(await map.entries(root))).toEqual(sorted(manyPages(3000)));
    expect(await map.size(root)).toBe(3000);
  });

  it('knows the empty map without reading', async () => {
    const { map, store, root } = setUp();
    expect(root).toBe(EMPTY_ROOT);
    expect(await map.entries(root)).toEqual([]);
    expect(await map.get(root, ['a'])).toEqual(new Map());
    expect(await map.update(root, new Map([['a', null]]))).toEqual({ root, chunks: [] });
    expect(store.reads).toEqual([]);
  });

  it('keeps 32 entries in one leaf and 33 in a branch', () => {
    expect(PersistentMap.fromEntries(manyPages(32)).chunks).toHaveLength(1);
    const { root, chunks } = PersistentMap.fromEntries(manyPages(33));
    const top = chunks.find(({ hash }) => hash === root);
    expect(top && !isLeaf(top.data) && top.data.size).toBe(33);
    // No hash of these keys begins with one of two digits.
    expect(chunks).toHaveLength(15);
  });

  it('names every chunk by the hash of its data', () => {
    const { chunks } = PersistentMap.fromEntries(manyPages(1000));
    for (const { hash, data } of chunks) expect(hash).toBe(contentHash(data));
    expect(new Set(chunks.map(({ hash }) => hash)).size).toBe(chunks.length);
  });

  it.each([
    [10_000, 4],
    [100_000, 5],
  ])('writes one path for one change among %i entries', async (count, most) => {
    const { map, store, root } = setUp(manyPages(count));
    const update = await map.update(root, new Map([['page-5', { title: 'New' }]]));
    expect(update.chunks.length).toBeLessThanOrEqual(most);
    expect(store.reads.length).toBeLessThanOrEqual(most);
    expect(store.reads.flat().length).toBeLessThanOrEqual(most);
    const after = store.store(update);
    store.reads.length = 0;
    expect(await map.diff(root, after)).toEqual([
      { key: 'page-5', before: { title: 'Title 5', parent: 'p' }, after: { title: 'New' } },
    ]);
    expect(store.reads.flat().length).toBeLessThanOrEqual(2 * most);
  });

  it('writes nothing when nothing changes', async () => {
    const { map, root } = setUp(manyPages(1000));
    const [key, { title }] = manyPages(1, 3)[0] as Entry<Page>;
    expect(await map.update(root, new Map([[key, { parent: 'p', title }]]))).toEqual({ root, chunks: [] });
    expect(await map.update(root, new Map([['absent', null]]))).toEqual({ root, chunks: [] });
  });

  it('goes back to one leaf when enough is removed, in one more read', async () => {
    const { map, store, root } = setUp(manyPages(4097));
    const removed = new Map<string, null>(manyPages(4065).map(([key]) => [key, null]));
    const update = await map.update(root, removed);
    expect(update.root).toBe(PersistentMap.fromEntries(manyPages(32, 4065)).root);
    expect(update.chunks).toHaveLength(1);
    expect(store.reads.length).toBeLessThanOrEqual(4);
  });

  it('reads the siblings of a branch that must become a leaf', async () => {
    const { map, store, root } = setUp(manyPages(33));
    const update = await map.update(root, new Map([['page-0', null]]));
    expect(update.root).toBe(PersistentMap.fromEntries(manyPages(32, 1)).root);
    expect(store.reads.map((hashes) => hashes.length)).toEqual([1, 1, 13]);
  });

  it('goes on with leaves that hold more than they may, as they once did', async () => {
    const { map, store } = setUp();
    const large = chunkOf({ leaf: sorted(manyPages(200)) });
    store.store({ root: large.hash, chunks: [large] });
    expect(sorted(await map.entries(large.hash))).toEqual(sorted(manyPages(200)));
    const changed = await map.update(large.hash, new Map([['page-7', { title: 'New' }]]));
    const after = store.store(changed);
    const model = new Map<string, Page>(manyPages(200)).set('page-7', { title: 'New' });
    expect(after).toBe(PersistentMap.fromEntries(model).root);
    expect(await map.diff(large.hash, after)).toEqual([
      { key: 'page-7', before: { title: 'Title 7', parent: 'p' }, after: { title: 'New' } },
    ]);
  });

  it('ends with the empty root when everything is removed', async () => {
    const { map, root } = setUp(manyPages(2000));
    const removed = new Map<string, null>(manyPages(2000).map(([key]) => [key, null]));
    expect(await map.update(root, removed)).toEqual({ root: EMPTY_ROOT, chunks: [] });
  });

  it('names the chunk that is missing', async () => {
    const { map, store, root } = setUp(manyPages(10));
    store.chunks.clear();
    await expect(map.entries(root)).rejects.toThrow(new MissingChunkError(root));
  });

  it('takes keys of any text, also those of Object.prototype', async () => {
    const keys = ['__proto__', 'constructor', '', '\u0000', '\ud83d\ude00', 'é', 'e\u0301'];
    const { map, root } = setUp(keys.map((key) => [key, { title: key }]));
    expect(new Map(await map.entries(root))).toEqual(new Map(keys.map((key) => [key, { title: key }])));
    expect((await map.get(root, keys)).size).toBe(keys.length);
  });
});

describe('PersistentMap against a plain Map', () => {
  // Few keys, so that edits meet; whole blocks come and go, so that leaves split and branches collapse.
  const key = fc.integer({ min: 0, max: 700 }).map((index) => `page-${index}`);
  const single = fc.tuple(key, fc.option(fc.record({ title: fc.constantFrom('a', 'b', 'c') }), { freq: 2 }));
  const block = fc.tuple(fc.nat(700), fc.nat(400), fc.boolean()).map(([from, length, remove]) => {
    const entries = manyPages(Math.min(length, 700 - from), from);
    return entries.map(([name, page]) => [name, remove ? null : page] as [string, Page | null]);
  });
  const batch = fc.oneof(fc.array(single, { maxLength: 30 }), block);

  it('holds the same entries, the canonical root and the same differences', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 8 }), async (batches) => {
        const { map, store } = setUp();
        const model = new Map<string, Page>();
        const versions: { root: string; model: Map<string, Page> }[] = [{ root: EMPTY_ROOT, model: new Map() }];
        let root = EMPTY_ROOT;
        for (const changes of batches) {
          root = store.store(await map.update(root, new Map(changes)));
          for (const [name, page] of changes) {
            if (page) model.set(name, page);
            else model.delete(name);
          }
          versions.push({ root, model: new Map(model) });
          expect(root).toBe(PersistentMap.fromEntries(shuffled(model)).root);
        }
        expect(sorted(await map.entries(root))).toEqual(sorted(model));
        expect(await map.get(root, model.keys())).toEqual(model);
        expect(await map.size(root)).toBe(model.size);
        for (const earlier of versions) {
          expect(await map.diff(earlier.root, root)).toEqual(modelDiff(earlier.model, model));
          expect(await map.diff(root, earlier.root)).toEqual(modelDiff(model, earlier.model));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('writes at most one path for any single edit', async () => {
    const { map, root } = setUp(manyPages(3000));
    await fc.assert(
      fc.asyncProperty(single, async ([name, page]) => {
        const { chunks } = await map.update(root, new Map([[name, page]]));
        expect(chunks.length).toBeLessThanOrEqual(3);
      }),
    );
  });

  function shuffled(model: Map<string, Page>): Entry<Page>[] {
    return [...model].sort(([a], [b]) => (contentHash(a) < contentHash(b) ? -1 : 1));
  }

  function modelDiff(before: Map<string, Page>, after: Map<string, Page>) {
    const keys = [...new Set([...before.keys(), ...after.keys()])].sort();
    return keys.flatMap((name) => {
      const [old, now] = [before.get(name), after.get(name)];
      if (JSON.stringify(old) === JSON.stringify(now)) return [];
      return [{ key: name, ...(old && { before: old }), ...(now && { after: now }) }];
    });
  }
});
