import { Injectable } from '@nestjs/common';
import { notFound, type Principal } from '@bindery/contracts';
import { Database, type After } from '@bindery/persistence';
import { scopeOf, spacesWithLevel } from '../access/scope';
import type { ShardQuery } from './search-query';

/** A space that the caller may search, and where its sections are. */
export interface SearchedSpace {
  id: string;
  organizationId: string;
  title: string;
  dictionary: string;
  shards: number[];
  /** Changes with everything that is indexed. */
  version: number;
  /** The rank that the caller has of his own; without one only pages are found whose conditions a reader meets. */
  own: number;
}

/** A section that was found, with its whole text; several rows of a page follow each other. */
export interface HitRow {
  space: string;
  page: string;
  title: string;
  path: string;
  /** Higher is better. */
  score: number;
  /** The score of the best page of the space; of the page itself where one space is searched. */
  best: number;
  /** How many pages, or spaces, were found; null when there are more than were looked at. */
  total: number | null;
  anchor: string | null;
  /** Null, as the body, for a page that is found by its titles alone. */
  heading: string | null;
  body: string | null;
}

/** How many pages are considered for their titles, and how many sections for their text. */
const mostTitles = 80;
const mostSections = 150;
const sectionsOfPage = 3;
const pagesOfSpace = 10;

const columns = `s.id, s.organization_id as "organizationId", s.title,
  coalesce(x.dictionary, 'simple') as dictionary, coalesce(x.shards, '{}') as shards, coalesce(x.version, 0) as version, access.own`;

@Injectable()
export class SearchRepository {
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

  /** The spaces of an organization, or those of some, that the caller may see and in which there is something to find. */
  spaces(principal: Principal, organization: string, some?: readonly string[]): Promise<SearchedSpace[]> {
    return this.db.query<SearchedSpace>(
      `select ${columns} from ${spacesWithLevel} join search_space x on x.space_id = s.id
       where access.rank > 0 and s.organization_id = $5 and ($6::text[] is null or s.id = any($6)) and s.deleted_at is null
       order by s.id`,
      [...scopeOf(principal), organization, some ?? null],
    );
  }

  /** Changes with which of these spaces the caller may see, with what is shown of them and found in them. */
  async stamp(principal: Principal, organization: string, some?: readonly string[]): Promise<string> {
    const [row] = await this.db.query<{ stamp: string | null }>(
      `select md5(json_agg(json_build_array(s.id, x.version, s.title, case when access.own = 0 then
           (select head from branch b where b.space_id = s.id and b.id = 'main') end) order by s.id)::text) as stamp
       from ${spacesWithLevel} join search_space x on x.space_id = s.id
       where access.rank > 0 and s.organization_id = $5 and ($6::text[] is null or s.id = any($6)) and s.deleted_at is null`,
      [...scopeOf(principal), organization, some ?? null],
    );
    return row!.stamp ?? '';
  }

  /** Pages of one space, the best first. */
  pages(
    space: string,
    hidden: readonly string[],
    queries: readonly ShardQuery[],
    after: After | undefined,
    limit: number,
  ): Promise<HitRow[]> {
    return this.db.query<HitRow>(
      `with ${found},
       page as materialized (
         select f.*, f.score as best, ${total('found')} from found f
         where $4::integer is null or (f.score, f.page_id) < ($4, $5)
         order by f.score desc, f.page_id desc limit $6)
       ${shown}`,
      [[space], ...texts(queries), after?.value ?? null, after?.id ?? null, limit, hidden],
    );
  }

  /** Spaces in which something was found, that with the best page first, each with its best pages. */
  pagesOfSpaces(
    spaces: readonly string[],
    hidden: readonly string[],
    queries: readonly ShardQuery[],
    after: After | undefined,
    limit: number,
  ): Promise<HitRow[]> {
    return this.db.query<HitRow>(
      `with ${found},
       space as materialized (select space_id, max(score) as best from found group by space_id),
       page as materialized (
         select f.*, n.best, ${total('space')} from (
           select *, row_number() over (partition by space_id order by score desc, page_id desc) as place from found) f
         join (
           select space_id, best from space where $4::integer is null or (best, space_id) < ($4, $5)
           order by best desc, space_id desc limit $6) n on n.space_id = f.space_id
         where f.place <= ${pagesOfSpace})
       ${shown}`,
      [spaces, ...texts(queries), after?.value ?? null, after?.id ?? null, limit, hidden],
    );
  }
}

const texts = (queries: readonly ShardQuery[]): [string[], string[]] => [
  queries.map(({ all }) => all),
  queries.map(({ touching }) => touching),
];

/** Pages that are not hidden, with how good they are: as their titles are, and as the best of their sections. */
const found = `
  candidate as materialized (
    select * from search_candidates($1, $2, $3, ${mostTitles}, ${mostSections}) c where not c.page_id = any($7::text[])),
  found as materialized (
    select space_id, page_id, document_id, part,
      round(1e6 * (coalesce(max(rank) filter (where ordinal is null), 0) + coalesce(max(rank) filter (where ordinal is not null), 0)))::integer as score
    from candidate group by space_id, page_id, document_id, part)`;

/** How many there are of what was found; null when more may match than was looked at. */
const total = (of: string) => `
  case when (select count(*) filter (where ordinal is null) < ${mostTitles} and count(ordinal) < ${mostSections} from candidate)
    then (select count(*)::integer from ${of}) end as total`;

/**
 * The rows of `page` with what is shown: the best sections that were looked at; where there are none, the first with
 * one of the words. `is true` keeps that look at a few sections of one page from asking the index of all.
 */
const shown = `
  , best_section as materialized (
    select * from (
      select space_id, page_id, document_id, ordinal, rank,
        row_number() over (partition by space_id, page_id order by rank desc, ordinal) as place
      from candidate where ordinal is not null and (space_id, page_id) in (select space_id, page_id from page)) c
    where place <= ${sectionsOfPage})
  select f.space_id as space, f.page_id as page, p.title, p.path, f.score, f.best, f.total, s.anchor, s.title as heading, s.body
  from page f join search_page p on p.space_id = f.space_id and p.page_id = f.page_id
  left join best_section b on b.space_id = f.space_id and b.page_id = f.page_id
  left join lateral (
    select anchor, title, body from search_section where document_id = f.document_id and ordinal = b.ordinal
    union all
    (select anchor, title, body from search_section
     where b.ordinal is null and document_id = f.document_id and (words @@ ($3::tsquery[])[f.part]) is true
     order by ordinal limit 1)
  ) s on true
  order by f.best desc, f.space_id desc, f.score desc, f.page_id desc, b.rank desc, b.ordinal`;
