import { canonicalJson } from './canonical-json';
import { type ChunkData, type ChunkReader, dataOf, type Entry, isLeaf, readChunks } from './chunk';
import { bySlot, FAN_OUT, type Item, itemOf } from './map-node';

/** The change of a key: without `before` it was added, without `after` removed. */
export interface Difference<V = unknown> {
  readonly key: string;
  readonly before?: V;
  readonly after?: V;
}

/** One side of a comparison: a stored node, or the part of a leaf that lies below a branch of the other side. */
type Side = { readonly hash: string } | { readonly items: readonly Item[] };

interface Pair {
  readonly before: Side;
  readonly after: Side;
}

const NOTHING: Side = { items: [] };

/** The keys whose values differ between two roots, sorted by key. Nodes with equal hashes are not read. */
export async function diffMaps(reader: ChunkReader, before: string, after: string): Promise<Difference[]> {
  const differences: Difference[] = [];
  let level: Pair[] = before === after ? [] : [{ before: { hash: before }, after: { hash: after } }];
  for (let depth = 0; level.length > 0; depth++) {
    const found = await readChunks(reader, level.flatMap(storedHashes));
    level = level.flatMap((pair) => compare(pair, depth, found, differences));
  }
  return differences.sort((a, b) => (a.key < b.key ? -1 : 1));
}

function storedHashes({ before, after }: Pair): string[] {
  return [before, after].flatMap((side) => ('hash' in side ? side.hash : []));
}

function compare(pair: Pair, depth: number, found: ReadonlyMap<string, ChunkData>, out: Difference[]): Pair[] {
  const before = open(pair.before, found);
  const after = open(pair.after, found);
  if ('items' in before && 'items' in after) {
    compareItems(before.items, after.items, out);
    return [];
  }
  const left = childrenOf(before, depth);
  const right = childrenOf(after, depth);
  const pairs: Pair[] = [];
  for (let slot = 0; slot < FAN_OUT; slot++) {
    const next = { before: left[slot] ?? NOTHING, after: right[slot] ?? NOTHING };
    if (!isSame(next)) pairs.push(next);
  }
  return pairs;
}

type NodeContent = { readonly items: readonly Item[] } | { readonly branch: readonly (string | null)[] };

function open(side: Side, found: ReadonlyMap<string, ChunkData>): NodeContent {
  if ('items' in side) return side;
  const data = dataOf(found, side.hash);
  return isLeaf(data) ? { items: data.leaf.map(itemOf) } : data;
}

function childrenOf(node: NodeContent, depth: number): (Side | undefined)[] {
  if ('branch' in node) return node.branch.map((hash) => (hash === null ? undefined : { hash }));
  const groups = bySlot(node.items, depth);
  return Array.from({ length: FAN_OUT }, (_, slot) => {
    const items = groups.get(slot);
    return items && { items };
  });
}

function isSame({ before, after }: Pair): boolean {
  if ('hash' in before && 'hash' in after) return before.hash === after.hash;
  return 'items' in before && 'items' in after && before.items.length === 0 && after.items.length === 0;
}

function compareItems(before: readonly Item[], after: readonly Item[], out: Difference[]): void {
  const old = new Map<string, unknown>(before.map(({ key, value }): Entry => [key, value]));
  for (const { key, value } of after) {
    if (!old.has(key)) out.push({ key, after: value });
    else if (!isEqual(old.get(key), value)) out.push({ key, before: old.get(key), after: value });
    old.delete(key);
  }
  for (const [key, value] of old) out.push({ key, before: value });
}

function isEqual(a: unknown, b: unknown): boolean {
  return a === b || canonicalJson(a) === canonicalJson(b);
}
