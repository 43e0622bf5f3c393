import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';
import type { Candidate } from './candidate';
import type { RankedPage } from './ranking';
import type { ShardQuery } from './shard-query';

/** Where is searched, and what is left out. */
interface Scope {
  spaces: readonly { space: string }[];
  hidden: readonly string[];
}

interface OtherPages {
  pages: RankedPage[];
  /** How many there are, also from the id on. */
  total: number;
}

/** A section as it is shown, of one of the pages that were asked for; several of a page follow each other. */
interface ShownSection {
  /** Which of the pages. */
  at: number;
  title: string;
  path: string;
  anchor: string | null;
  heading: string | null;
  /** Null for a page of which no section holds a word. */
  body: string | null;
}

/** How many pages are ranked for their titles, and how many sections for their text. */
export const mostTitles = 300;
export const mostSections = 600;
/** Sections that hold one of the words alone, over all shards. */
const mostAlone = 600;
const mostOthers = 5_000;
const leastAlone = 20;

const idsOf = (spaces: Scope['spaces']): string[] => spaces.map(({ space }) => space);

const columns = `space_id as space, page_id as page, document_id as document, ordinal, part, title, heading, near, is_phrase as "isPhrase", ranks`;

/** What there is to rank: each method is one statement. */
@Injectable()
export class CandidateRepository {
  constructor(private readonly db: Database) {}

  /** Pages and sections that hold all that is sought. */
  found({ spaces, hidden }: Scope, queries: readonly ShardQuery[]): Promise<Candidate[]> {
    return this.db.query<Candidate>(`select ${columns} from search_found($1, $2, $3, $4, $5, $6, $7)`, [
      idsOf(spaces),
      hidden,
      queries.map(({ all }) => all),
      queries.map(({ touching }) => touching),
      queries.map(({ phrase }) => phrase),
      mostTitles,
      mostSections,
    ]);
  }

  /** Pages and sections that hold some of it. */
  partly({ spaces, hidden }: Scope, queries: readonly ShardQuery[]): Promise<Candidate[]> {
    const terms = queries.flatMap((query, at) =>
      query.terms.map((term, number) => ({ part: at + 1, number: number + 1, term })),
    );
    return this.db.query<Candidate>(`select ${columns} from search_partly($1, $2, $3, $4, $5, $6, $7, $8)`, [
      idsOf(spaces),
      hidden,
      terms.map(({ part }) => part),
      terms.map(({ number }) => number),
      terms.map(({ term }) => term),
      queries.map(({ pairs }) => pairs || null),
      mostSections,
      Math.max(leastAlone, Math.floor(mostAlone / Math.max(1, terms.length))),
    ]);
  }

  /**
   * Pages that hold all that is sought and are not ranked, by their ids, with how many there are of them. Of each space
   * come so many, from below a page's id.
   */
  async others(
    { spaces, hidden }: Scope,
    queries: readonly ShardQuery[],
    ranked: readonly RankedPage[],
    limit: number,
    before: string | null,
  ): Promise<OtherPages> {
    const rows = await this.db.query<Omit<Candidate, 'ordinal'> & { total: number }>(
      `select space_id as space, page_id as page, document_id as document, part, total from (
         select p.*, (count(*) over ())::integer as total,
           row_number() over (partition by space_id order by (page_id < $7) is not false desc, page_id desc) as place
         from search_pages($1, $2, $3) p
         where not exists (select from unnest($4::text[], $5::text[]) r (space, page) where r.space = p.space_id and r.page = p.page_id)) p
       where place <= $6 and (page_id < $7) is not false order by page_id desc limit ${mostOthers}`,
      [
        idsOf(spaces),
        hidden,
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

  /** What is shown of pages: the sections that were ranked, in their order; without one, the first with a word that is sought. */
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
