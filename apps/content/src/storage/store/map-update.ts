import {
  type BranchData,
  type Chunk,
  type ChunkData,
  type ChunkReader,
  chunkOf,
  dataOf,
  EMPTY_ROOT,
  isLeaf,
  type LeafData,
  readChunks,
  sizeOf,
} from './chunk';
import { buildNode, bySlot, type Item, itemOf, LEAF_LIMIT, pathOf, sortedByKey } from './map-node';

/** A root and the chunks that must be stored before it is used. */
export interface Update {
  readonly root: string;
  readonly chunks: Chunk[];
}

interface Change {
  readonly path: string;
  readonly key: string;
  readonly value: unknown;
}

/** A node that changes affect, with its affected children. `hash` is null for a new node. */
interface TouchedNode {
  readonly hash: string | null;
  readonly depth: number;
  readonly changes: readonly Change[];
  node: TouchedLeaf | TouchedBranch;
}

interface TouchedLeaf {
  readonly kind: 'leaf';
  readonly sizeBefore: number;
  readonly items: readonly Item[];
}

interface TouchedBranch {
  readonly kind: 'branch';
  readonly data: BranchData;
  readonly children: ReadonlyMap<number, TouchedNode>;
}

/** Sets (or, with null, removes) keys. Reads and writes only the nodes on the changed paths. */
export async function updateMap(
  reader: ChunkReader,
  root: string,
  changes: ReadonlyMap<string, unknown>,
): Promise<Update> {
  if (changes.size === 0) return { root, chunks: [] };
  const top = touched(root === EMPTY_ROOT ? null : root, 0, changeList(changes));
  await descend(reader, [top]);
  const siblings = await readChunks(reader, collapsingSiblings(top));
  const chunks: Chunk[] = [];
  return { root: write(top, siblings, chunks) ?? EMPTY_ROOT, chunks };
}

function changeList(changes: ReadonlyMap<string, unknown>): Change[] {
  return Array.from(changes, ([key, value]) => ({ path: pathOf(key), key, value }));
}

function touched(hash: string | null, depth: number, changes: readonly Change[]): TouchedNode {
  return { hash, depth, changes, node: { kind: 'leaf', sizeBefore: 0, items: [] } };
}

async function descend(reader: ChunkReader, level: readonly TouchedNode[]): Promise<void> {
  if (level.length === 0) return;
  const found = await readChunks(
    reader,
    level.flatMap(({ hash }) => hash ?? []),
  );
  for (const node of level) node.node = expand(node, node.hash === null ? { leaf: [] } : dataOf(found, node.hash));
  await descend(
    reader,
    level.flatMap(({ node }) => (node.kind === 'branch' ? [...node.children.values()] : [])),
  );
}

function expand({ depth, changes }: TouchedNode, data: ChunkData): TouchedLeaf | TouchedBranch {
  if (isLeaf(data)) return { kind: 'leaf', sizeBefore: data.leaf.length, items: applyChanges(data, changes) };
  const children = new Map<number, TouchedNode>();
  for (const [slot, below] of bySlot(changes, depth)) {
    children.set(slot, touched(data.branch[slot] ?? null, depth + 1, below));
  }
  return { kind: 'branch', data, children };
}

function applyChanges({ leaf }: LeafData, changes: readonly Change[]): Item[] {
  const items = new Map(leaf.map((entry) => [entry[0], itemOf(entry)]));
  for (const { path, key, value } of changes) {
    if (value === null) items.delete(key);
    else items.set(key, { path, key, value });
  }
  return sortedByKey([...items.values()]);
}

function sizeBefore({ node }: TouchedNode): number {
  return node.kind === 'leaf' ? node.sizeBefore : sizeOf(node.data);
}

function sizeAfter({ node }: TouchedNode): number {
  if (node.kind === 'leaf') return node.items.length;
  let size = node.data.size;
  for (const child of node.children.values()) size += sizeAfter(child) - sizeBefore(child);
  return size;
}

/**
 * The untouched nodes below branches that must become leaves. As such a branch ends with at most 32 entries, each
 * of these nodes is a leaf, so that one more read is enough.
 */
function collapsingSiblings(top: TouchedNode): string[] {
  if (top.node.kind === 'leaf') return [];
  const { data, children } = top.node;
  const below = [...children.values()].flatMap(collapsingSiblings);
  if (sizeAfter(top) > LEAF_LIMIT) return below;
  return [...below, ...data.branch.flatMap((hash, slot) => (hash === null || children.has(slot) ? [] : hash))];
}

function write(top: TouchedNode, siblings: ReadonlyMap<string, ChunkData>, chunks: Chunk[]): string | null {
  const size = sizeAfter(top);
  if (top.node.kind === 'leaf' || size <= LEAF_LIMIT) {
    const built: Chunk[] = [];
    const hash = buildNode(sortedByKey(itemsBelow(top, siblings)), top.depth, built);
    if (hash !== top.hash) chunks.push(...built);
    return hash;
  }
  const branch = [...top.node.data.branch];
  for (const [slot, child] of top.node.children) branch[slot] = write(child, siblings, chunks);
  const chunk = chunkOf({ branch, size });
  if (chunk.hash !== top.hash) chunks.push(chunk);
  return chunk.hash;
}

function itemsBelow({ node }: TouchedNode, siblings: ReadonlyMap<string, ChunkData>): Item[] {
  if (node.kind === 'leaf') return [...node.items];
  return node.data.branch.flatMap((hash, slot) => {
    const child = node.children.get(slot);
    if (child) return itemsBelow(child, siblings);
    return hash === null ? [] : leafItems(dataOf(siblings, hash));
  });
}

function leafItems(data: ChunkData): Item[] {
  if (!isLeaf(data))
    throw new Error(`The tree is not canonical: a branch below a node of at most ${LEAF_LIMIT} entries`);
  return data.leaf.map(itemOf);
}
