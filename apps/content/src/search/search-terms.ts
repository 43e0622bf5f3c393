import { runsOf } from './words';

/** A word or phrase that a hit must hold. */
export interface Term {
  /** One word, or several that follow each other. */
  words: string[];
  /** Found as written only, not by its stem. */
  exact: boolean;
  /** The word may go on: it is the one that is being typed. */
  prefix: boolean;
  /** Words that may be meant by one that nothing holds. */
  meant?: readonly string[];
}

/** More words than this narrow nothing down. */
const mostWords = 32;
/** Shorter beginnings are found in too many words to mean anything. */
const shortestPrefix = 3;
const quoted = /["\u201c\u201d\u201e\u00ab\u00bb]/;

/** What a query asks for: all words, in any order; those in quotation marks as a phrase. Empty when it has no words. */
export function parseQuery(query: string): Term[] {
  const parts = query.split(quoted);
  // An opening mark without a closing one starts no phrase.
  const open = parts.length % 2 === 0 ? parts.length - 1 : -1;
  const terms = parts.flatMap((part, index): Term[] => {
    const runs = runsOf(part);
    if (index % 2 === 1 && index !== open) {
      const words = runs.flatMap((run) => run.words);
      return words.length > 0 ? [{ words, exact: true, prefix: false }] : [];
    }
    return runs.map(({ words, unspaced }) => ({
      words,
      exact: unspaced,
      prefix: unspaced && [...words[0]!].length === 1,
    }));
  });
  const bounded = withinLimit(terms);
  const last = bounded.at(-1);
  if (last && !last.exact && [...last.words[0]!].length >= shortestPrefix) last.prefix = true;
  return bounded;
}

function withinLimit(terms: Term[]): Term[] {
  let left = mostWords;
  return terms.flatMap((term) => {
    const words = term.words.slice(0, Math.max(0, left));
    left -= words.length;
    return words.length > 0 ? [{ ...term, words }] : [];
  });
}
