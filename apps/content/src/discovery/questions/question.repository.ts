import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';

/** Headings that ask something, in some languages. */
const asks = String.raw`[?？]\s*$|^\s*(how|what|why|when|where|which|who|can|do|does|is|are|wie|was|warum|wann|wo|welche|kann|comment|pourquoi|cómo|qué|如何|怎么|怎麼|为什么|為什麼)[[:space:]]`;
const mostSections = 20_000;
export const mostQuestions = 20;

/** Questions that pages answer. */
@Injectable()
export class QuestionRepository {
  constructor(private readonly db: Database) {}

  /** The headings of pages that ask something, those of the first pages first. */
  async headings(spaces: readonly string[], hidden: readonly string[]): Promise<string[]> {
    const rows = await this.db.query<{ question: string }>(
      `select question from (
         select title as question, min(path) as path, min(ordinal) as ordinal from (
           select p.path, s.title, s.ordinal from search_page p join search_section s on s.document_id = p.document_id
           where p.space_id = any($1) and not p.page_id = any($2) limit ${mostSections}) s
         where title ~* $3 and char_length(title) between 8 and 200 group by title) q
       order by path, ordinal, question limit ${mostQuestions}`,
      [spaces, hidden, asks],
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
