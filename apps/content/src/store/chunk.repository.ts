import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';
import { textOf, type Chunk, type ChunkData, type ChunkReader } from './chunk';
import { inStoredOrder } from './canonical-json';
import { ChunkCache } from './chunk-cache';
import { PersistentMap } from './persistent-map';
import { byOrganization, lines, touching } from './touching';

const cacheBytes = 48 * 1024 * 1024;

/** Walks a map from its root to a key; at the leaf it goes on with the key's parent, so that one statement reads a page with all its ancestors. */
const ancestorsSql = `
  with recursive walk(step, key, depth, hash, data) as (
    select 0, $3::text, 0, c.hash, c.data from chunk c where c.organization_id = $1 and c.hash = $2
    union all
    select w.step + 1, n.key, n.depth, c.hash, c.data
    from walk w
    cross join lateral (
      select w.key, w.depth + 1 as depth,
             w.data -> 'branch' ->> ('x' || substr(encode(sha256(convert_to(w.key, 'UTF8')), 'hex'), w.depth + 1, 1))::bit(4)::int as hash
      where w.data ? 'branch'
      union all
      select e -> 1 ->> 'parent', 0, $2
      from jsonb_array_elements(w.data -> 'leaf') e
      where w.data ? 'leaf' and e ->> 0 = w.key and e -> 1 ->> 'parent' is not null
    ) n
    join chunk c on c.organization_id = $1 and c.hash = n.hash
    where w.step < 2000
  )
  select distinct on (hash) hash, data from walk`;

/**
 * Like the above along a path: the value of `<page id>/<slug>` is the page below which the next slug is looked up. After
 * the last slug the walk goes on in the map of pages ($4), where that page is.
 */
const pathSql = `
  with recursive walk(step, parent, at, depth, hash, data) as (
    select 0, '', 1, 0, c.hash, c.data from chunk c where c.organization_id = $1 and c.hash = $2
    union all
    select w.step + 1, n.parent, n.at, n.depth, c.hash, c.data
    from walk w
    cross join lateral (
      select case when w.at > cardinality($3::text[]) then w.parent else w.parent || '/' || ($3::text[])[w.at] end as key
    ) k
    cross join lateral (
      select w.parent, w.at, w.depth + 1 as depth,
             w.data -> 'branch' ->> ('x' || substr(encode(sha256(convert_to(k.key, 'UTF8')), 'hex'), w.depth + 1, 1))::bit(4)::int as hash
      where w.data ? 'branch'
      union all
      select e ->> 1, w.at + 1, 0, case when w.at < cardinality($3::text[]) then $2 else $4 end
      from jsonb_array_elements(w.data -> 'leaf') e
      where w.data ? 'leaf' and e ->> 0 = k.key and w.at <= cardinality($3::text[])
    ) n
    join chunk c on c.organization_id = $1 and c.hash = n.hash
    where w.step < 2000
  )
  select distinct on (hash) hash, data from walk`;

/** Chunks of content, kept once for each organization. */
@Injectable()
export class ChunkRepository {
  private readonly cache = new ChunkCache<ChunkData>({ maxBytes: cacheBytes });

  constructor(private readonly db: Database) {}

  /** A map of an organization, read chunk by chunk as it is needed. */
  map<V extends NonNullable<unknown>>(organization: string): PersistentMap<V> {
    return this.mapFrom(organization, { read: (hashes) => this.read(organization, hashes) });
  }

  /** A map in which a key and its chain of parents will be read: whatever is missing of them comes in one statement. */
  mapForAncestors<V extends NonNullable<unknown>>(organization: string, root: string, key: string): PersistentMap<V> {
    return this.mapFrom(
      organization,
      this.prefetching(organization, () => this.db.query<Chunk>(ancestorsSql, [organization, root, key])),
    );
  }

  /** A map in which a path of slugs and then the page at it will be looked up: whatever is missing comes in one statement. */
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

  /** Has chunks stored and kept, with those of others, before the transaction is committed. */
  gather(organization: string, chunks: readonly Chunk[]): void {
    this.db.gather(this.storeGathered, { organization, chunks });
  }

  private readonly storeGathered = async (
    gathered: { organization: string; chunks: readonly Chunk[] }[],
  ): Promise<void> => {
    for (const [organization, chunks] of byOrganization(gathered.map((one) => [one.organization, one.chunks] as const)))
      await this.insert(organization, chunks, { keep: true });
  };

  /** Stores what is not there yet; with `keep`, it is in the cache once the transaction is committed. */
  async insert(organization: string, chunks: readonly Chunk[], { keep = false } = {}): Promise<void> {
    const batch = 500;
    for (let at = 0; at < chunks.length; at += batch) {
      const some = chunks.slice(at, at + batch);
      await this.db.run(
        `insert into chunk (organization_id, hash, data)
         select distinct on (hash) $1, hash, data::jsonb from unnest($2::text[], ${lines('$3')}) as new (hash, data)
         order by hash ${touching('chunk')}`,
        [organization, some.map(({ hash }) => hash), some.map(({ data }) => textOf(data)).join('\n')],
      );
    }
    // Of what is read, the order of members shows in answers and in their ETags: it must not hang on who wrote it where.
    const stored = () => chunks.map(({ hash, data }) => ({ hash, data: inStoredOrder(data) }));
    if (keep) this.db.afterCommit(() => stored().forEach((chunk) => this.cache.keep(organization, chunk)));
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

  private read(organization: string, hashes: readonly string[]): Promise<Chunk[]> {
    return this.db.query<Chunk>(`select hash, data from chunk where organization_id = $1 and hash = any($2)`, [
      organization,
      hashes,
    ]);
  }
}
