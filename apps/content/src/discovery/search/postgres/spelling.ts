import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';
import type { Term } from '../search-terms';
import type { Stems } from './lexicon';

/** Words that are corrected: shorter ones are similar to too many others, and longer ones are no words. */
const spelled = /^\p{L}{4,32}$/u;
const mostMeant = 3;
const mostCompounds = 12;

/** Whether a word of a text is stored as a correction of mistyped ones. */
export const isSpelled = (word: string): boolean => spelled.test(word);

/** Shorter endings occur in too many words to find compounds by them. */
const shortestEnding = 5;

/** Corrects words of a search that no text contains, and finds compounds. */
@Injectable()
export class Spelling {
  constructor(private readonly db: Database) {}

  /** The terms, with corrections of those words that no text of the shards contains; undefined when there are none. */
  async corrected(terms: readonly Term[], shards: readonly number[]): Promise<Term[] | undefined> {
    const words = terms.flatMap((term) => (isOpen(term) ? term.words : []));
    if (words.length === 0 || shards.length === 0) return undefined;
    const rows = await this.db.query<{ word: string; meant: string[] }>(
      `select q.word, array(
         select w.word from search_word w where w.shard = any($2) and w.keys && search_word_keys(q.word)
         group by w.word
         order by left(w.word, 1) = left(q.word, 1) desc, abs(char_length(w.word) - char_length(q.word)), w.word limit ${mostMeant}) as meant
       from unnest($1::text[]) as q (word)
       where not exists (select from search_word w where w.shard = any($2) and w.word = q.word)`,
      [words, shards],
    );
    const meant = new Map(rows.filter((row) => row.meant.length > 0).map((row) => [row.word, row.meant]));
    if (meant.size === 0) return undefined;
    return terms.map((term) => {
      const others = isOpen(term) ? meant.get(term.words[0]!) : undefined;
      return others ? { ...term, meant: others } : term;
    });
  }

  /** The terms, with the compounds that end with a word: "Datenbankverbindung" for "Verbindung". */
  async compounded(terms: readonly Term[], shards: readonly number[], stems: Stems): Promise<readonly Term[]> {
    const words = terms.flatMap((term) => (isOpen(term) ? term.words : []));
    const endings = words.map((word) => stems.get(word) ?? word);
    if (!endings.some((ending) => ending.length >= shortestEnding)) return terms;
    const rows = await this.db.query<{ word: string; meant: string[] }>(
      `select q.word, array(
         select w.word from search_word w where w.shard = any($3) and w.word like '%_' || q.ending
         group by w.word order by char_length(w.word), w.word limit ${mostCompounds}) as meant
       from unnest($1::text[], $2::text[]) as q (word, ending) where char_length(q.ending) >= ${shortestEnding}`,
      [words, endings, shards],
    );
    const meant = new Map(rows.map((row) => [row.word, row.meant]));
    return terms.map((term) => {
      const others = isOpen(term) ? (meant.get(term.words[0]!) ?? []) : [];
      return others.length > 0 ? { ...term, meant: [...(term.meant ?? []), ...others] } : term;
    });
  }
}

/** Whether a term may be corrected: one in quotation marks is searched as it is written. */
const isOpen = ({ words, exact }: Term): boolean => !exact && words.length === 1 && isSpelled(words[0]!);
