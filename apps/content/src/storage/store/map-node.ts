import { textHash } from './canonical-json';
import { type Chunk, chunkOf, type Entry } from './chunk';

/** The number of children of a branch: one for each hex digit. */
export const FAN_OUT = 16;

/**
 * A subtree with more entries than this is a branch, with this many or fewer a leaf. The form is canonical for it. An
 * edit writes a leaf and the branches above it: the larger a leaf, the more of the written data is unchanged.
 */
export const LEAF_LIMIT = 32;

/** An entry to be added to the tree: `path` is the hash of the key, whose digits choose the branches. */
export interface Item {
  readonly path: string;
  readonly key: string;
  readonly value: unknown;
}

/** The hash of a key. Hashing keeps the tree balanced for any keys. */
export const pathOf = textHash;

export function itemOf([key, value]: Entry): Item {
  return new StoredItem(key, value);
}

/** Most entries stay in their leaf, for which no path is needed. */
class StoredItem implements Item {
  private known?: string;

  constructor(
    readonly key: string,
    readonly value: unknown,
  ) {}

  get path(): string {
    return (this.known ??= pathOf(this.key));
  }
}

/** The child, 0 to 15, that a path takes at a depth. */
function slotOf(path: string, depth: number): number {
  const code = path.charCodeAt(depth);
  return code < 58 ? code - 48 : code - 87; // '0'..'9', 'a'..'f'
}

/** Groups values by the child their path takes at a depth, keeping their order. */
export function bySlot<T extends { readonly path: string }>(items: readonly T[], depth: number): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const item of items) {
    const slot = slotOf(item.path, depth);
    const group = groups.get(slot);
    if (group) group.push(item);
    else groups.set(slot, [item]);
  }
  return groups;
}

export function sortedByKey<T extends { readonly key: string }>(items: T[]): T[] {
  return items.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

/**
 * Appends the chunks of a subtree, children first, and returns the hash of its root; null for no items.
 * `items` are sorted by key and all below the same node of the depth.
 */
export function buildNode(items: readonly Item[], depth: number, chunks: Chunk[]): string | null {
  if (items.length === 0) return null;
  const chunk = items.length <= LEAF_LIMIT ? leafOf(items) : branchOf(items, depth, chunks);
  chunks.push(chunk);
  return chunk.hash;
}

function leafOf(items: readonly Item[]): Chunk {
  return chunkOf({ leaf: items.map(({ key, value }) => [key, value] as const) });
}

function branchOf(items: readonly Item[], depth: number, chunks: Chunk[]): Chunk {
  const groups = bySlot(items, depth);
  const branch = Array.from({ length: FAN_OUT }, (_, slot) => buildNode(groups.get(slot) ?? [], depth + 1, chunks));
  return chunkOf({ branch, size: items.length });
}
