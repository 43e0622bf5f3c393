import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';
import type { PageOfSpace } from '../search/search-engine';

/** Headings that are questions, in some languages. */
const asks = String.raw`[?？]\s*$|^\s*(how|what|why|when|where|which|who|can|do|does|is|are|wie|was|warum|wann|wo|welche|kann|comment|pourquoi|cómo|qué|如何|怎么|怎麼|为什么|為什麼)[[:space:]]`;
/** The maximum of headings that are read, those of the first pages first. */
const mostSections = 20_000;
const mostQuestions = 20;

/** Questions that pages answer. */
@Injectable()
export class QuestionRepository {
  constructor(private readonly db: Database) {}

  /** The headings of pages that are questions, those of the first pages first. */
  async headings(
    spaces: readonly string[],
    hidden: readonly PageOfSpace[],
    mostRead = mostSections,
  ): Promise<string[]> {
    const rows = await this.db.query<{ question: string }>(
      `select question from (
         select title as question, min(path) as path, min(ordinal) as ordinal from (
           select p.path, s.title, s.ordinal from (
             select path, document_id from search_page
             where space_id = any($1) and document_id is not null
               and (space_id, page_id) not in (select * from unnest($2::text[], $3::text[])) order by path offset 0) p
           cross join lateral (
             select title, ordinal from search_section where document_id = p.document_id order by ordinal offset 0) s
           limit $5) s
         where title ~* $4 and char_length(title) between 8 and 200 group by title) q
       order by path, ordinal, question limit ${mostQuestions}`,
      [spaces, hidden.map(({ space }) => space), hidden.map(({ page }) => page), asks, mostRead],
    );
    return rows.map(({ question }) => question.trim());
  }

  /** The current revisions of spaces, by their ids. */
  async revisions(spaces: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.db.query<{ space: string; head: string }>(
      `select space_id as space, head from branch where id = 'main' and space_id = any($1)`,
      [spaces],
    );
    return new Map(rows.map(({ space, head }) => [space, head]));
  }
}
