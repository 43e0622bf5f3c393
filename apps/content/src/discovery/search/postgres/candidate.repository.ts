import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';
import type { PageOfSpace } from '../search-engine';
import type { Candidate } from './candidate';
import type { RankedPage } from './ranking';
import type { ShardQuery } from './shard-query';

/** The searched spaces, and the pages that are left out. */
interface Scope {
  spaces: readonly { space: string }[];
  hidden: readonly PageOfSpace[];
}

interface OtherPages {
  pages: RankedPage[];
  /** The number of such pages, including those from the id on. */
  total: number;
}

/** A section to show, of one of the requested pages; several sections of a page follow each other. */
interface ShownSection {
  /** The index of the page in the request. */
  at: number;
  title: string;
  path: string;
  anchor: string | null;
  heading: string | null;
  /** Null for a page without a section that contains a word. */
  body: string | null;
}

/** The maximum of pages that are ranked by title, and of sections that are ranked by text. */
export const mostTitles = 300;
export const mostSections = 600;
/** The maximum of sections that contain only one of the words, over all shards. */
const mostAlone = 600;
const mostOthers = 5_000;
const leastAlone = 20;

/** The first three parameters of the statements. */
const valuesOf = ({ spaces, hidden }: Scope): string[][] => [
  spaces.map(({ space }) => space),
  hidden.map(({ space }) => space),
  hidden.map(({ page }) => page),
];

const columns = `space_id as space, page_id as page, document_id as document, ordinal, part, title, heading, near, is_phrase as "isPhrase", ranks`;

/** Candidates for ranking: each method is one statement. */
@Injectable()
export class CandidateRepository {
  constructor(private readonly db: Database) {}

  /** Pages and sections that contain all terms. */
  found(scope: Scope, queries: readonly ShardQuery[]): Promise<Candidate[]> {
    return this.db.query<Candidate>(`select ${columns} from search_found($1, $2, $3, $4, $5, $6, $7, $8)`, [
      ...valuesOf(scope),
      queries.map(({ all }) => all),
      queries.map(({ touching }) => touching),
      queries.map(({ phrase }) => phrase),
      mostTitles,
      mostSections,
    ]);
  }

  /** Pages and sections that contain some of the terms. */
  partly(scope: Scope, queries: readonly ShardQuery[]): Promise<Candidate[]> {
    const terms = queries.flatMap((query, at) =>
      query.terms.map((term, number) => ({ part: at + 1, number: number + 1, term })),
    );
    return this.db.query<Candidate>(`select ${columns} from search_partly($1, $2, $3, $4, $5, $6, $7, $8, $9)`, [
      ...valuesOf(scope),
      terms.map(({ part }) => part),
      terms.map(({ number }) => number),
      terms.map(({ term }) => term),
      queries.map(({ pairs }) => pairs || null),
      mostSections,
      Math.max(leastAlone, Math.floor(mostAlone / Math.max(1, terms.length))),
    ]);
  }

  /**
   * Pages that contain all terms and are not ranked, by their ids, with their number. Returns so many of each space, after
   * a page's id.
   */
  async others(
    scope: Scope,
    queries: readonly ShardQuery[],
    ranked: readonly RankedPage[],
    limit: number,
    before: string | null,
  ): Promise<OtherPages> {
    const rows = await this.db.query<Omit<Candidate, 'ordinal'> & { total: number }>(
      `select space_id as space, page_id as page, document_id as document, part, total from (
         select p.*, (count(*) over ())::integer as total,
           row_number() over (partition by space_id order by (page_id < $8) is not false desc, page_id desc) as place
         from search_pages($1, $2, $3, $4) p
         where not exists (select from unnest($5::text[], $6::text[]) r (space, page) where r.space = p.space_id and r.page = p.page_id)) p
       where place <= $7 and (page_id < $8) is not false order by page_id desc limit ${mostOthers}`,
      [
        ...valuesOf(scope),
        queries.map(({ all }) => all),
        ranked.map(({ space }) => space),
        ranked.map(({ page }) => page),
        limit,
        before,
      ],
    );
    const pages = rows.map(({ space, page, document, part }) => ({
      ...{ space, page, document, part, score: 0, coverage: 1, sections: [] },
    }));
    return { pages, total: rows[0]?.total ?? 0 };
  }

  /** The sections to show of pages: the ranked ones in their order; else the first section with one of the words. */
  shown(pages: readonly RankedPage[], queries: readonly ShardQuery[]): Promise<ShownSection[]> {
    const sections = pages.flatMap(({ document, part, sections }, page) =>
      (sections.length > 0 ? sections : [null]).map((ordinal, place) => ({ page, document, part, ordinal, place })),
    );
    return this.db.query<ShownSection>(
      `select n.page as at, p.title, p.path, s.anchor, s.title as heading, s.body
       from json_to_recordset($1) as n (page integer, document bigint, part integer, ordinal integer, place integer)
       join search_page p on p.space_id = ($2::text[])[n.page + 1] and p.page_id = ($3::text[])[n.page + 1]
       left join lateral (
         select anchor, title, body from search_section where document_id = n.document and ordinal = n.ordinal
         union all
         (select anchor, title, body from search_section
          where n.ordinal is null and document_id = n.document and (words @@ ($4::tsquery[])[n.part]) is true
          order by ordinal limit 1)
       ) s on true
       order by n.page, n.place`,
      [
        JSON.stringify(sections),
        pages.map(({ space }) => space),
        pages.map(({ page }) => page),
        queries.map(({ touching }) => touching),
      ],
    );
  }
}
