import { Injectable } from '@nestjs/common';
import { notFound, type Principal } from '@bindery/contracts';
import { Database, type After } from '@bindery/persistence';
import { organizationsWithRole } from '../spaces/space.policy';

/** A space that the caller may search, and where its sections are. */
export interface SearchedSpace {
  id: string;
  organizationId: string;
  title: string;
  dictionary: string;
  shards: number[];
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
  /** Null for a page that is found by its titles alone. */
  section: { anchor: string | null; title: string; body: string } | null;
}

/** How many pages are considered for their titles, and how many sections for their text. */
const mostTitles = 100;
const mostSections = 200;
const sectionsOfPage = 3;
const pagesOfSpace = 10;

const columns = `s.id, s.organization_id as "organizationId", s.title, x.dictionary, x.shards`;

@Injectable()
export class SearchRepository {
  constructor(private readonly db: Database) {}

  /** Throws 404 when the caller may not see the space. */
  async space(principal: Principal, id: string): Promise<SearchedSpace> {
    const [space] = await this.db.query<SearchedSpace>(
      `select s.id, s.organization_id as "organizationId", s.title, coalesce(x.dictionary, 'simple') as dictionary, coalesce(x.shards, '{}') as shards
       from space s left join search_space x on x.space_id = s.id
       where s.id = $2 and s.organization_id = any($1) and s.deleted_at is null`,
      [organizationsWithRole(principal), id],
    );
    if (!space) throw notFound('Space');
    return space;
  }

  /** The spaces of an organization that the caller may see and in which there is something to find. */
  spaces(principal: Principal, organization: string): Promise<SearchedSpace[]> {
    return this.db.query<SearchedSpace>(
      `select ${columns} from space s join search_space x on x.space_id = s.id
       where s.organization_id = $2 and s.organization_id = any($1) and s.deleted_at is null order by s.id`,
      [organizationsWithRole(principal), organization],
    );
  }

  /** Pages of one space, the best first. `queries` are the words that are sought, once for each of the space's shards. */
  pages(space: string, queries: string[], after: After | undefined, limit: number): Promise<HitRow[]> {
    return this.db.query<HitRow>(
      `with candidate as materialized (select * from search_candidates($1, $2, ${mostTitles}, ${mostSections})),
       bounded as (select count(title_rank) = ${mostTitles} or count(section_rank) = ${mostSections} as more from candidate),
       found as (${scored}),
       page as (
         select f.*, (select count(*)::integer from found where not (select more from bounded)) as total from found f
         where $3::integer is null or (f.score, f.page_id) < ($3, $4)
         order by f.score desc, f.page_id desc limit $5)
       ${hits()} order by f.score desc, f.page_id desc, s.rank desc, s.ordinal`,
      [[space], queries, after?.value ?? null, after?.id ?? null, limit],
    );
  }

  /** Spaces in which something was found, that with the best page first, each with its best pages. */
  pagesOfSpaces(spaces: string[], queries: string[], after: After | undefined, limit: number): Promise<HitRow[]> {
    return this.db.query<HitRow>(
      `with candidate as materialized (select * from search_candidates($1, $2, ${mostTitles}, ${mostSections})),
       bounded as (select count(title_rank) = ${mostTitles} or count(section_rank) = ${mostSections} as more from candidate),
       found as (${scored}),
       space as (
         select space_id, max(score) as best from found group by space_id
         having $3::integer is null or (max(score), space_id) < ($3, $4) order by best desc, space_id desc limit $5),
       page as (
         select f.*, n.best, row_number() over (partition by f.space_id order by f.score desc, f.page_id desc) as place,
           (select count(distinct space_id)::integer from found where not (select more from bounded)) as total
         from space n join found f on f.space_id = n.space_id)
       ${hits('f.best')} where f.place <= ${pagesOfSpace}
       order by f.best desc, f.space_id desc, f.score desc, f.page_id desc, s.rank desc, s.ordinal`,
      [spaces, queries, after?.value ?? null, after?.id ?? null, limit],
    );
  }
}

/** Pages with what makes them good: their titles, and the best of their sections. */
const scored = `
  select space_id, page_id, document_id, (array_agg(query))[1] as query,
    round(1e6 * (2 * coalesce(max(title_rank), 0) + coalesce(max(section_rank), 0)))::integer as score
  from candidate group by space_id, page_id, document_id`;

/** The rows of `page` with what is shown of them. */
const hits = (best = 'f.score') => `
  select f.space_id as space, f.page_id as page, p.title, p.path, f.score, ${best} as best, f.total, s.section
  from page f join search_page p on p.space_id = f.space_id and p.page_id = f.page_id
  left join lateral (
    select ordinal, ts_rank(words, f.query) as rank, json_build_object('anchor', anchor, 'title', title, 'body', body) as section
    from search_section where document_id = f.document_id and words @@ f.query order by rank desc, ordinal limit ${sectionsOfPage}
  ) s on true`;
