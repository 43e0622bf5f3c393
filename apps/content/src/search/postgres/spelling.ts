import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';
import type { Term } from '../search-terms';

/** Shorter words have too many neighbours, and longer ones are no words. */
const spelled = /^\p{L}{4,32}$/u;
const mostMeant = 3;

/** Whether a word is kept for those who mistype it. */
export const isSpelled = (word: string): boolean => spelled.test(word);

/** Knows which words texts hold that differ by one character from one that they do not. */
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
}

/** What stands in quotation marks is meant as it is written. */
const isOpen = ({ words, exact }: Term): boolean => !exact && words.length === 1 && isSpelled(words[0]!);
