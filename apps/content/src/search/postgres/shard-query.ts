import type { Term } from '../search-terms';
import type { Stems } from './lexicon';
import { lexemeIn } from './search-vector';

/** What is asked of one shard, as texts of `tsquery`. */
export interface ShardQuery {
  /** All terms. */
  all: string;
  /** Any of the terms in a heading or text: what only the title of the page has is no part of a section. */
  touching: string;
}

/**
 * The terms for one shard. Stop words are left out unless there is nothing else: they are in nearly every section and
 * would only rule out some.
 */
export function shardQuery(terms: readonly Term[], shard: number, stems: Stems): ShardQuery {
  const telling = terms.filter(({ words, exact }) => exact || stems.get(words[0]!) !== null);
  const sought = telling.length > 0 ? telling : terms;
  return {
    all: sought.map((term) => operand(term, shard, stems, '')).join(' & '),
    touching: sought.map((term) => operand(term, shard, stems, 'BD')).join(' | '),
  };
}

function operand(term: Term, shard: number, stems: Stems, weights: string): string {
  const { meant = [], ...written } = term;
  if (meant.length === 0) return asWritten(written, shard, stems, weights);
  const others = meant.map((word) => ({ words: [word], exact: false, prefix: false }));
  return `(${[written, ...others].map((one) => asWritten(one, shard, stems, weights)).join(' | ')})`;
}

function asWritten({ words, exact, prefix }: Term, shard: number, stems: Stems, weights: string): string {
  const lexeme = (word: string, flags = weights) => `${lexemeIn(shard, word)}${flags && `:${flags}`}`;
  if (words.length > 1) return `(${words.map((word) => lexeme(word)).join(' <-> ')})`;
  const word = words[0]!;
  const stem = exact ? word : (stems.get(word) ?? word);
  if (!prefix) return lexeme(stem);
  const typed = lexeme(word, `*${weights}`);
  return stem.startsWith(word) ? typed : `(${typed} | ${lexeme(stem)})`;
}
