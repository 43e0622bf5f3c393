import { Injectable } from '@nestjs/common';
import { Database, type After } from '@bindery/persistence';
import type { Hit } from '../search-engine';
import type { ShardQuery } from './shard-query';

/** A section that was found; several rows of a page follow each other. Null for a page that is found by its titles alone. */
export interface MatchRow extends Omit<Hit, 'sections'> {
  anchor: string | null;
  heading: string | null;
  body: string | null;
}

/** How many pages are considered for their titles, and how many sections for their text. */
const mostTitles = 80;
const mostSections = 150;
const sectionsOfPage = 3;
const pagesOfSpace = 10;

/** Which sections match, best first: each method is one statement. */
@Injectable()
export class MatchRepository {
  constructor(private readonly db: Database) {}

  /** Pages of one space, the best first. */
  pages(
    space: string,
    hidden: readonly string[],
    queries: readonly ShardQuery[],
    after: After | undefined,
    limit: number,
  ): Promise<MatchRow[]> {
    return this.db.query<MatchRow>(
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
  ): Promise<MatchRow[]> {
    return this.db.query<MatchRow>(
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
