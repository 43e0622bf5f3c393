import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { MissingChunkError } from '../../storage/store/chunk';
import { ChunkRepository } from '../../storage/store/chunk.repository';
import type { Difference } from '../../storage/store/map-diff';
import { childrenOf, type Children } from './page-children';
import { byOrder, type PageEntry } from './page-entry';

type StoredEntry = readonly [id: string, entry: PageEntry];

/** The pages of a map, as a tree. */
export interface PageTree {
  /** By the parent page, siblings in their order. */
  children: Children<StoredEntry>;
  /** The number of pages that are computed. */
  computed: number;
}

/** A map of pages, and its owner: the next revision of a branch, or another branch of the space, differs little. */
interface TreeOf {
  organizationId: string;
  pages: string;
  space?: string | undefined;
  branch?: string | undefined;
}

interface CachedTree extends PageTree {
  /** Entries in lists that it shares with no older tree. */
  own: number;
}

/** The maximum of cached entries, over all trees. */
const keptEntries = 400_000;

/** Caches the trees of maps of pages. A map never changes. */
@Injectable()
export class PageTrees {
  private readonly known = new LRUCache<string, CachedTree>({
    maxSize: keptEntries,
    sizeCalculation: ({ own }) => 10 + own,
  });
  private readonly reading = new Map<string, Promise<CachedTree>>();
  /** The last maps that were read, by branch and by space. */
  private readonly latest = new LRUCache<string, string>({ max: 2_000 });

  constructor(private readonly chunks: ChunkRepository) {}

  /** Reads only the changes since the last tree of the space, or else all pages; nothing for a cached one. */
  async of(tree: TreeOf): Promise<PageTree> {
    const key = keyOf(tree);
    const known = this.known.get(key);
    if (known) return known;
    const underWay = this.reading.get(key);
    if (underWay) return underWay;
    const reading = this.read(tree).finally(() => this.reading.delete(key));
    this.reading.set(key, reading);
    return reading;
  }

  /** The part of a tree that is not cached: the difference from the map `base`, or without one everything. */
  unread(tree: TreeOf): { base?: string } | undefined {
    if (this.known.has(keyOf(tree))) return undefined;
    const base = this.nearest(tree)?.pages;
    return base === undefined ? {} : { base };
  }

  private async read(tree: TreeOf): Promise<CachedTree> {
    const { organizationId, pages } = tree;
    const map = this.chunks.map<PageEntry>(organizationId);
    const base = this.nearest(tree);
    const differences = base && (await this.since(() => map.diff(base.pages, pages)));
    const read = base && differences ? treeAfter(base.tree, differences) : treeOf(await map.entries(pages));
    this.known.set(keyOf(tree), read);
    for (const name of namesOf(tree)) this.latest.set(name, pages);
    return read;
  }

  private nearest(tree: TreeOf): { pages: string; tree: CachedTree } | undefined {
    for (const name of namesOf(tree)) {
      const pages = this.latest.get(name);
      const known = pages === undefined ? undefined : this.known.get(keyOf({ ...tree, pages }));
      if (known) return { pages: pages!, tree: known };
    }
    return undefined;
  }

  /** Undefined where the content of the older map has been swept. */
  private async since<T>(diff: () => Promise<T>): Promise<T | undefined> {
    try {
      return await diff();
    } catch (error) {
      if (error instanceof MissingChunkError) return undefined;
      throw error;
    }
  }
}

const keyOf = ({ organizationId, pages }: TreeOf): string => `${organizationId} ${pages}`;

/** Nearest first. */
const namesOf = ({ organizationId, space, branch }: TreeOf): string[] =>
  space === undefined
    ? []
    : [...(branch === undefined ? [] : [`${organizationId} ${space} ${branch}`]), `${organizationId} ${space}`];

function treeOf(entries: readonly StoredEntry[]): CachedTree {
  const children = childrenOf(entries);
  for (const siblings of children.values()) siblings.sort(byOrder);
  return { children, computed: entries.filter(isComputed).length, own: entries.length };
}

function treeAfter(base: PageTree, differences: readonly Difference<PageEntry>[]): CachedTree {
  const children = new Map(base.children);
  const own = new Map<string, StoredEntry[]>();
  const siblingsOf = (parent: string): StoredEntry[] => {
    let siblings = own.get(parent);
    if (!siblings) own.set(parent, (siblings = [...(children.get(parent) ?? [])]));
    return siblings;
  };
  let { computed } = base;
  for (const { key, before, after } of differences) {
    if (before) {
      const siblings = siblingsOf(before.parent);
      siblings.splice(placeOf(siblings, [key, before]), 1);
      if (isComputed([key, before])) computed -= 1;
    }
    if (after) {
      const siblings = siblingsOf(after.parent);
      siblings.splice(placeOf(siblings, [key, after]), 0, [key, after]);
      if (isComputed([key, after])) computed += 1;
    }
  }
  for (const [parent, siblings] of own)
    if (siblings.length > 0) children.set(parent, siblings);
    else children.delete(parent);
  return { children, computed, own: [...own.values()].reduce((sum, { length }) => sum + length, 0) };
}

const isComputed = ([, { type }]: StoredEntry): boolean => type === 'computed';

/** The index of a page among siblings in their order: its own, or where it would be inserted. */
function placeOf(siblings: readonly StoredEntry[], page: StoredEntry): number {
  let low = 0;
  let high = siblings.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byOrder(siblings[middle]!, page) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
