import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';
import { textOf, type Chunk, type ChunkData, type ChunkReader } from './chunk';
import { inStoredOrder } from './canonical-json';
import { ChunkCache } from './chunk-cache';
import { ancestorsWalk, pathWalk } from './map-walks';
import { PersistentMap } from './persistent-map';
import { byOrganization, eachOnce, lines, touching } from './touching';

const cacheBytes = 48 * 1024 * 1024;

/** The chunks that the walk visits. */
const chunksOf = (walk: string): string => `with recursive ${walk} select distinct on (hash) hash, data from walk`;
const ancestorsSql = chunksOf(ancestorsWalk);
const pathSql = chunksOf(pathWalk({ slugs: '$2', pages: '$4' }));

/** Chunks of content, kept once for each organization. */
@Injectable()
export class ChunkRepository {
  private readonly cache = new ChunkCache<ChunkData>({ maxBytes: cacheBytes });

  constructor(private readonly db: Database) {}

  /** A map of an organization, read chunk by chunk as it is needed. */
  map<V extends NonNullable<unknown>>(organization: string): PersistentMap<V> {
    return this.mapFrom(organization, { read: (hashes) => this.read(organization, hashes) });
  }

  /** A map in which a key and its chain of parents will be read: one statement reads all missing chunks. */
  mapForAncestors<V extends NonNullable<unknown>>(organization: string, root: string, key: string): PersistentMap<V> {
    return this.mapFrom(
      organization,
      this.prefetching(organization, () => this.db.query<Chunk>(ancestorsSql, [organization, root, key])),
    );
  }

  /** A map in which a path of slugs and then the page at it will be looked up: one statement reads all missing chunks. */
  mapForPath<V extends NonNullable<unknown>>(
    organization: string,
    slugsRoot: string,
    slugs: string[],
    pagesRoot: string,
  ): PersistentMap<V> {
    return this.mapFrom(
      organization,
      this.prefetching(organization, () => this.db.query<Chunk>(pathSql, [organization, slugsRoot, slugs, pagesRoot])),
    );
  }

  /** Caches a chunk that was read by other means. */
  keep(organization: string, chunk: Chunk): void {
    this.cache.keep(organization, chunk);
  }

  /** Adds chunks, which are stored before the transaction is committed and may be read at once. */
  add(organization: string, chunks: readonly Chunk[]): void {
    // The cache may have it before the commit: no other request knows the hash until then.
    for (const chunk of chunks) this.cache.keep(organization, asStored(chunk));
    this.db.bufferInsert(this.storeGathered, { organization, chunks });
  }

  private readonly storeGathered = async (
    gathered: { organization: string; chunks: readonly Chunk[] }[],
  ): Promise<void> => {
    for (const [organization, chunks] of byOrganization(gathered.map((one) => [one.organization, one.chunks] as const)))
      await this.insert(organization, chunks);
  };

  /** Stores new chunks; with `keep`, caches them once the transaction is committed. */
  async insert(organization: string, chunks: readonly Chunk[], { keep = false } = {}): Promise<void> {
    const batch = 500;
    const sorted = eachOnce(chunks);
    for (let at = 0; at < sorted.length; at += batch) {
      const some = sorted.slice(at, at + batch);
      await this.db.run(
        `insert into chunk (organization_id, hash, data)
         select $1, hash, data::jsonb from unnest($2::text[], ${lines('$3')}) as new (hash, data)
         ${touching('chunk')}`,
        [organization, some.map(({ hash }) => hash), some.map(({ data }) => textOf(data)).join('\n')],
      );
    }
    if (keep) this.db.afterCommit(() => chunks.forEach((chunk) => this.cache.keep(organization, asStored(chunk))));
  }

  private mapFrom<V extends NonNullable<unknown>>(organization: string, source: ChunkReader): PersistentMap<V> {
    return new PersistentMap<V>(this.cache.scoped(organization, source));
  }

  private prefetching(organization: string, fetch: () => Promise<Chunk[]>): ChunkReader {
    let fetched: Promise<Map<string, Chunk>> | undefined;
    return {
      read: async (hashes) => {
        fetched ??= fetch().then((chunks) => new Map(chunks.map((chunk) => [chunk.hash, chunk])));
        const known = await fetched;
        const missing = hashes.filter((hash) => !known.has(hash));
        const rest = missing.length > 0 ? await this.read(organization, missing) : [];
        return [...hashes.flatMap((hash) => known.get(hash) ?? []), ...rest];
      },
    };
  }

  private async read(organization: string, hashes: readonly string[]): Promise<Chunk[]> {
    const found = await this.db.query<Chunk>(
      `select hash, data from chunk where organization_id = $1 and hash = any($2)`,
      [organization, hashes],
    );
    if (found.length < hashes.length) this.db.leaveSharedTransaction();
    return found;
  }
}

/** The order of members shows in answers and in their ETags, so it must not depend on the writer. */
const asStored = ({ hash, data }: Chunk): Chunk => ({ hash, data: inStoredOrder(data) });
