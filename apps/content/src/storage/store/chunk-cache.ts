import { LRUCache } from 'lru-cache';
import type { Chunk, ChunkReader } from './chunk';

interface ChunkCacheOptions {
  /** The estimated memory, in bytes, that cached chunks may take. */
  readonly maxBytes: number;
}

/**
 * Caches the chunks (or documents) that were last read or written, within a bound of memory. Content under a hash never
 * changes, so a cached chunk is never stale. Concurrent misses of one hash share one read; a failed read is not kept,
 * nor is the absence of a chunk. Cached data is frozen, as all readers share it.
 *
 * Hashes are trusted within an organization only, so the cache is used through `scoped`, one scope an organization.
 */
export class ChunkCache<T extends NonNullable<unknown>> {
  private readonly cached: LRUCache<string, Chunk<T>>;
  private readonly reading = new Map<string, Promise<Chunk<T> | undefined>>();

  constructor({ maxBytes }: ChunkCacheOptions) {
    this.cached = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ data }) => freezeAndMeasure(data) });
  }

  /** A reader that answers from the cache and reads the rest, in one call, from `source`. */
  scoped(scope: string, source: ChunkReader<T>): ChunkReader<T> {
    return { read: (hashes) => this.read(scope, source, hashes) };
  }

  /** Caches a chunk that was just stored. */
  keep(scope: string, chunk: Chunk<T>): void {
    this.cached.set(keyOf(scope, chunk.hash), chunk);
  }

  /** The estimated memory, in bytes, of the cached chunks. */
  get bytes(): number {
    return this.cached.calculatedSize;
  }

  private async read(scope: string, source: ChunkReader<T>, hashes: readonly string[]): Promise<Chunk<T>[]> {
    const chunks: Chunk<T>[] = [];
    const pending: Promise<Chunk<T> | undefined>[] = [];
    const misses: string[] = [];
    for (const hash of new Set(hashes)) {
      const key = keyOf(scope, hash);
      const chunk = this.cached.get(key);
      const underWay = this.reading.get(key);
      if (chunk) chunks.push(chunk);
      else if (underWay) pending.push(underWay);
      else misses.push(hash);
    }
    if (misses.length > 0) pending.push(...this.fetch(scope, source, misses));
    if (pending.length === 0) return chunks;
    for (const chunk of await Promise.all(pending)) if (chunk) chunks.push(chunk);
    return chunks;
  }

  private fetch(scope: string, source: ChunkReader<T>, hashes: string[]): Promise<Chunk<T> | undefined>[] {
    const batch = source.read(hashes).then((found) => new Map(found.map((chunk) => [chunk.hash, chunk])));
    return hashes.map((hash) => {
      const key = keyOf(scope, hash);
      const one = batch
        .then((found) => {
          const chunk = found.get(hash);
          if (chunk) this.cached.set(key, chunk);
          return chunk;
        })
        .finally(() => this.reading.delete(key));
      this.reading.set(key, one);
      return one;
    });
  }
}

function keyOf(scope: string, hash: string): string {
  return `${scope}/${hash}`;
}

/** Sizes of deeply frozen objects: chunks share most of their content with earlier ones. */
const sizes = new WeakMap<object, number>();

/** Freezes a JSON value deeply and estimates the memory that it takes in V8, in bytes. */
function freezeAndMeasure(value: unknown): number {
  if (typeof value === 'string') return 16 + 2 * value.length;
  if (typeof value !== 'object' || value === null) return 8;
  const isShared = !Array.isArray(value);
  const known = isShared ? sizes.get(value) : undefined;
  if (known !== undefined) return known;
  Object.freeze(value);
  let bytes = 32;
  // Member names are shared by all objects of the same shape, so they count for nothing.
  for (const member of Object.values(value)) bytes += 8 + freezeAndMeasure(member);
  if (isShared) sizes.set(value, bytes);
  return bytes;
}
