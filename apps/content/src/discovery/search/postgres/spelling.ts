import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';
import type { Term } from '../search-terms';
import type { Stems } from './lexicon';

/** Shorter words have too many neighbours, and longer ones are no words. */
const spelled = /^\p{L}{4,32}$/u;
const mostMeant = 3;
const mostCompounds = 12;

/** Whether a word is kept for those who mistype it. */
export const isSpelled = (word: string): boolean => spelled.test(word);

/** Endings of longer words say enough to find compounds by. */
const shortestEnding = 5;

/** Knows which words texts hold that may be meant by others. */
@Injectable()
export class Spelling {
  constructor(private readonly db: Database) {}

  /** The terms with what may be meant by words that are in no text of the shards; undefined when that changes nothing. */
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

  /** The terms with the compounds that end with a word, as a "Datenbankverbindung" is a "Verbindung". */
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

/** What stands in quotation marks is meant as it is written. */
const isOpen = ({ words, exact }: Term): boolean => !exact && words.length === 1 && isSpelled(words[0]!);
