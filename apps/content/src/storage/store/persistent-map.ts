import { type ChunkReader, dataOf, EMPTY_ROOT, type Entry, isLeaf, readChunks, sizeOf, valueIn } from './chunk';
import { type Difference, diffMaps } from './map-diff';
import { buildNode, bySlot, itemOf, pathOf, sortedByKey } from './map-node';
import { type Update, updateMap } from './map-update';

interface Search {
  readonly hash: string;
  readonly keys: readonly { readonly path: string; readonly key: string }[];
}

/**
 * An immutable map from string keys to JSON values, stored in content-addressed chunks: a trie over the hex digits of
 * the hash of the key (a hash array mapped trie, Bagwell 2001, with leaves of up to 32 entries). A subtree of at most
 * 32 entries is one leaf and a larger one is a branch, so the same entries have the same root, whatever edits led to
 * them. A map is identified by the hash of its root chunk; old roots stay readable.
 *
 * Values are JSON and never null or undefined. Returned values are shared and must not be changed.
 * Every operation reads level by level, one call of the reader each; all throw MissingChunkError on a damaged store.
 */
export class PersistentMap<V extends NonNullable<unknown>> {
  constructor(private readonly reader: ChunkReader) {}

  /** The root and all chunks of a map with these entries; a later entry replaces an earlier one of the same key. */
  static fromEntries<V extends NonNullable<unknown>>(entries: Iterable<Entry<V>>): Update {
    const chunks: Update['chunks'] = [];
    const items = Array.from(new Map<string, V>(entries), itemOf);
    return { root: buildNode(sortedByKey(items), 0, chunks) ?? EMPTY_ROOT, chunks };
  }

  /** The values of those keys that are in the map. */
  async get(root: string, keys: Iterable<string>): Promise<Map<string, V>> {
    const values = new Map<string, V>();
    const wanted = Array.from(new Set(keys), (key) => ({ path: pathOf(key), key }));
    let level: Search[] = wanted.length > 0 ? [{ hash: root, keys: wanted }] : [];
    for (let depth = 0; level.length > 0; depth++) {
      const found = await this.read(level);
      level = level.flatMap(({ hash, keys: sought }) => {
        const data = dataOf(found, hash);
        if (!isLeaf(data)) return searches(data.branch, sought, depth);
        for (const { key } of sought) {
          const value = valueIn(data, key);
          if (value !== undefined) values.set(key, value as V);
        }
        return [];
      });
    }
    return values;
  }

  /** All entries, in an order that depends on the entries alone. */
  async entries(root: string): Promise<Entry<V>[]> {
    const entries: Entry<V>[] = [];
    let level: string[] = [root];
    while (level.length > 0) {
      const found = await readChunks(this.reader, level);
      level = level.flatMap((hash) => {
        const data = dataOf(found, hash);
        if (!isLeaf(data)) return data.branch.flatMap((child) => child ?? []);
        for (const entry of data.leaf) entries.push(entry as Entry<V>);
        return [];
      });
    }
    return entries;
  }

  /** The number of entries; reads one chunk. */
  async size(root: string): Promise<number> {
    return sizeOf(dataOf(await readChunks(this.reader, [root]), root));
  }

  /**
   * The map with some keys set or, where the value is null, removed. `chunks` are those that must be stored, and only
   * those on a changed path; `root` is the same when nothing changed.
   */
  update(root: string, changes: ReadonlyMap<string, V | null>): Promise<Update> {
    return updateMap(this.reader, root, changes);
  }

  /** The keys whose values differ, sorted by key. The cost depends on the differences, not on the size of the maps. */
  async diff(before: string, after: string): Promise<Difference<V>[]> {
    return (await diffMaps(this.reader, before, after)) as Difference<V>[];
  }

  private read(level: readonly Search[]) {
    return readChunks(
      this.reader,
      level.map(({ hash }) => hash),
    );
  }
}

function searches(branch: readonly (string | null)[], keys: Search['keys'], depth: number): Search[] {
  return Array.from(bySlot(keys, depth)).flatMap(([slot, below]) => {
    const hash = branch[slot];
    return hash ? { hash, keys: below } : [];
  });
}
