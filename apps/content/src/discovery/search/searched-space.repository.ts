import { Injectable } from '@nestjs/common';
import { notFound, type Principal } from '@bindery/contracts';
import { Database } from '@bindery/persistence';
import { scopeOf, spacesWithLevel } from '../../catalog/access/scope';
import type { SpaceIndex } from './index-state';

/** A space that the caller may search, and the shards of its sections. */
export interface SearchedSpace extends Pick<SpaceIndex, 'organizationId' | 'analyzer' | 'shards'> {
  id: string;
  title: string;
  /** Changes with every indexed change, and with every new index of the space. */
  version: string;
  /**
   * For a caller without own access, who finds only pages whose conditions the reader meets: the roots of the current
   * pages, and of those that are indexed, which may be older. Their text is found until the index is current.
   */
  roots: string[];
}

const columns = `s.id, s.organization_id as "organizationId", s.title,
  coalesce(x.dictionary, '') as analyzer, coalesce(x.shards, '{}') as shards, coalesce(x.run || ' ' || x.version, '') as version,
  case when access.own = 0 then array(
    select distinct root from unnest(array[x.pages, x.target,
      (select r.pages from branch b join revision r on r.id = b.head where b.space_id = s.id and b.id = 'main')]) as r (root)
    where root is not null) else '{}' end as roots`;

/** The spaces that callers may search. */
@Injectable()
export class SearchedSpaceRepository {
  constructor(private readonly db: Database) {}

  /** Throws 404 when the caller may not see the space. */
  async space(principal: Principal, id: string): Promise<SearchedSpace> {
    const [space] = await this.db.query<SearchedSpace>(
      `select ${columns} from ${spacesWithLevel} left join search_space x on x.space_id = s.id
       where access.rank > 0 and s.id = $5 and s.deleted_at is null`,
      [...scopeOf(principal), id],
    );
    if (!space) throw notFound('Space');
    return space;
  }

  /** The spaces of an organization, or those of some, that the caller may see and that have content to search. */
  spaces(principal: Principal, organization: string, some?: readonly string[]): Promise<SearchedSpace[]> {
    return this.db.query<SearchedSpace>(
      `select ${columns} from ${spacesWithLevel} join search_space x on x.space_id = s.id
       where access.rank > 0 and s.organization_id = $5 and ($6::text[] is null or s.id = any($6)) and s.deleted_at is null
       order by s.id`,
      [...scopeOf(principal), organization, some ?? null],
    );
  }

  /** Changes with the set of these spaces that the caller may see, with their shown fields and their index. */
  async fingerprint(principal: Principal, organization: string, some?: readonly string[]): Promise<string> {
    const [row] = await this.db.query<{ fingerprint: string | null }>(
      `select md5(json_agg(json_build_array(s.id, x.run, x.version, s.title, case when access.own = 0 then
           (select head from branch b where b.space_id = s.id and b.id = 'main') end) order by s.id)::text) as fingerprint
       from ${spacesWithLevel} join search_space x on x.space_id = s.id
       where access.rank > 0 and s.organization_id = $5 and ($6::text[] is null or s.id = any($6)) and s.deleted_at is null`,
      [...scopeOf(principal), organization, some ?? null],
    );
    return row!.fingerprint ?? '';
  }
}
