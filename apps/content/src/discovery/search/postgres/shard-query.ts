import type { Term } from '../search-terms';
import type { Stems } from './lexicon';
import { lexemeIn } from './search-vector';

/** The queries for one shard, as texts of `tsquery`. */
export interface ShardQuery {
  /** All terms. */
  all: string;
  /** Any of the terms in a heading or text; a match in the page title only does not belong to a section. */
  touching: string;
  /** The words as the user typed them, one after the other; null for a single word. */
  phrase: string | null;
  /** Each of the terms. */
  terms: string[];
  /** Any two of them. */
  pairs: string;
}

/** The maximum of terms of which pairs are searched. */
const mostPaired = 8;
/** Parts of a compound that are at least this long may stand apart; shorter ones follow each other. */
const longPart = 4;

/**
 * The terms for one shard. Stop words are left out unless there is nothing else: they are in nearly every section and
 * would only exclude some.
 */
export function shardQuery(terms: readonly Term[], typed: readonly string[], shard: number, stems: Stems): ShardQuery {
  const sought = tellingTerms(terms, stems);
  const operands = sought.map((term) => operand(term, shard, stems, ''));
  const paired = operands.slice(0, mostPaired);
  const word = (text: string) => lexemeIn(shard, stems.get(text) ?? text);
  return {
    all: operands.join(' & '),
    touching: sought.map((term) => operand(term, shard, stems, 'BD')).join(' | '),
    phrase: typed.length > 1 ? typed.map(word).join(' <-> ') : null,
    terms: operands,
    pairs: paired.flatMap((one, at) => paired.slice(at + 1).map((other) => `(${one} & ${other})`)).join(' | '),
  };
}

/** The terms that are not stop words. */
export function tellingTerms(terms: readonly Term[], stems: Stems): readonly Term[] {
  const telling = terms.filter(({ words, exact }) => exact || words.length > 1 || stems.get(words[0]!) !== null);
  return telling.length > 0 ? telling : terms;
}

/** The spellings of a term, each of words that follow each other. */
export function waysOf({ words, exact, prefix, forms = [], meant = [] }: Term): Term[] {
  return [
    { words, exact, prefix },
    ...forms.map((form) => ({ words: [...form], exact, prefix: prefix && form.length === 1 })),
    ...meant.map((word) => ({ words: [word], exact: false, prefix: false })),
  ];
}

function operand(term: Term, shard: number, stems: Stems, weights: string): string {
  const ways = waysOf(term).map((way, index) => asWritten(way, shard, stems, weights, index === 0 ? 0 : longPart));
  return ways.length === 1 ? ways[0]! : `(${ways.join(' | ')})`;
}

function asWritten(
  { words, exact, prefix }: Term,
  shard: number,
  stems: Stems,
  weights: string,
  apartFrom: number,
): string {
  const lexeme = (word: string, flags = weights) => `${lexemeIn(shard, word)}${flags && `:${flags}`}`;
  const stemOf = (word: string) => (exact ? word : (stems.get(word) ?? word));
  if (words.length > 1) {
    const isCompound = apartFrom > 0 && !exact && words.every((word) => word.length >= apartFrom);
    const operands = words.map((word, at) =>
      prefix && at === words.length - 1 ? lexeme(word, `*${weights}`) : lexeme(stemOf(word)),
    );
    return `(${operands.join(isCompound ? ' & ' : ' <-> ')})`;
  }
  const word = words[0]!;
  const stem = stemOf(word);
  if (!prefix) return lexeme(stem);
  const typed = lexeme(word, `*${weights}`);
  return stem.startsWith(word) ? typed : `(${typed} | ${lexeme(stem)})`;
}
