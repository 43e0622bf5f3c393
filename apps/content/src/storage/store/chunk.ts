import { canonicalJson, contentHash, textHash } from './canonical-json';

/** A key and its value; values are JSON and never null. */
export type Entry<V = unknown> = readonly [key: string, value: V];

/** At most 32 entries, sorted by key (UTF-16 code units). */
export interface LeafData {
  readonly leaf: readonly Entry[];
}

/** Sixteen children by the next hex digit of the key's hash, and the number of entries below all of them. */
export interface BranchData {
  readonly branch: readonly (string | null)[];
  readonly size: number;
}

export type ChunkData = LeafData | BranchData;

/** An immutable JSON value under the hash of its canonical text. */
export interface Chunk<T = ChunkData> {
  readonly hash: string;
  readonly data: T;
}

/**
 * A source of chunks. `read` returns the existing chunks of the hashes, in any order; it is called once for each
 * level of a tree, with all hashes of the level.
 */
export interface ChunkReader<T = ChunkData> {
  read(hashes: readonly string[]): Promise<readonly Chunk<T>[]>;
}

/** A chunk that a root refers to is missing: the store is damaged or was swept too early. */
export class MissingChunkError extends Error {
  constructor(readonly hash: string) {
    super(`Chunk ${hash} is missing from the store`);
    this.name = 'MissingChunkError';
  }
}

const EMPTY_LEAF: LeafData = { leaf: [] };

/** The root of an empty map. It is built in and never stored. */
export const EMPTY_ROOT = contentHash(EMPTY_LEAF);

const texts = new WeakMap<ChunkData, string>();
const valueTexts = new WeakMap<object, string>();

export function chunkOf(data: ChunkData): Chunk {
  const text = isLeaf(data) ? leafText(data) : canonicalJson(data);
  texts.set(data, text);
  return { hash: textHash(text), data };
}

/** The canonical text of a chunk's data. */
export const textOf = (data: ChunkData): string => texts.get(data) ?? canonicalJson(data);

/**
 * The same text as from `canonicalJson`, with cached texts of the values: an edit of one leaves all others of the leaf
 * unchanged.
 */
function leafText({ leaf }: LeafData): string {
  return `{"leaf":[${leaf.map(([key, value]) => `[${JSON.stringify(key)},${valueText(value)}]`).join(',')}]}`;
}

function valueText(value: unknown): string {
  // A frozen value came from the cache, deeply frozen.
  if (typeof value !== 'object' || value === null || !Object.isFrozen(value)) return canonicalJson(value);
  let text = valueTexts.get(value);
  if (text === undefined) valueTexts.set(value, (text = canonicalJson(value)));
  return text;
}

/** The value of a key in a leaf. */
export function valueIn({ leaf }: LeafData, key: string): unknown {
  let low = 0;
  let high = leaf.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (leaf[middle]![0] < key) low = middle + 1;
    else high = middle;
  }
  return leaf[low]?.[0] === key ? leaf[low]![1] : undefined;
}

export function isLeaf(data: ChunkData): data is LeafData {
  return 'leaf' in data;
}

export function sizeOf(data: ChunkData): number {
  return isLeaf(data) ? data.leaf.length : data.size;
}

/** The data under each hash, read in one batch. Throws MissingChunkError for the first missing hash. */
export async function readChunks(reader: ChunkReader, hashes: Iterable<string>): Promise<Map<string, ChunkData>> {
  const wanted = new Set(hashes);
  const found = new Map<string, ChunkData>();
  if (wanted.delete(EMPTY_ROOT)) found.set(EMPTY_ROOT, EMPTY_LEAF);
  if (wanted.size === 0) return found;
  for (const chunk of await reader.read([...wanted])) found.set(chunk.hash, chunk.data);
  for (const hash of wanted) if (!found.has(hash)) throw new MissingChunkError(hash);
  return found;
}

/** The result of `readChunks` for a requested hash. */
export function dataOf(found: ReadonlyMap<string, ChunkData>, hash: string): ChunkData {
  const data = found.get(hash);
  if (!data) throw new MissingChunkError(hash);
  return data;
}
