import { runsOf, type Run } from './words';
import { wordsWithin } from './unspaced-words';

/** A word or phrase that a result should contain. */
export interface Term {
  /** One word, or several that follow each other. */
  words: string[];
  /** Matched only as written, not by its stem. */
  exact: boolean;
  /** Matched as a prefix: the user is still typing the word. */
  prefix: boolean;
  /** Other spellings, each of words that follow each other: joined, or divided. */
  forms?: readonly (readonly string[])[];
  /** Likely corrections of a word that matches nothing. */
  meant?: readonly string[];
}

/** The maximum of words: more do not narrow the search. */
const mostWords = 32;
/** Shorter prefixes match too many words to mean anything. */
const shortestPrefix = 3;
/** The maximum length of joined words, and the minimum length of their first part. */
const longestJoined = 14;
const shortestPart = 2;
const quoted = /["\u201c\u201d\u201e\u00ab\u00bb]/;
/** Words with signs between them that stand for one thing: `set-up`, `max_retries`, `example.com`. */
const chained = /[\p{L}\p{N}\p{M}]+(?:[-_.\u2010\u2011][\p{L}\p{N}\p{M}]+)+/gu;

/** The terms of a query: all words, in any order; those in quotation marks as a phrase. Empty when it has no words. */
export function parseQuery(query: string): Term[] {
  const parts = query.split(quoted);
  // An opening mark without a closing one starts no phrase.
  const open = parts.length % 2 === 0 ? parts.length - 1 : -1;
  const terms = parts.flatMap((part, index): Term[] => {
    if (index % 2 === 0 || index === open) return withNeighbours(termsOf(part));
    const words = runsOf(part).flatMap((run) => run.words);
    return words.length > 0 ? [{ words, exact: true, prefix: false }] : [];
  });
  const bounded = withinLimit(terms);
  const last = bounded.at(-1);
  if (last && !last.exact && [...last.words.at(-1)!].length >= shortestPrefix) last.prefix = true;
  return bounded;
}

/** The words of a query one after the other, as a text with the same wording would contain them. */
export const typedWords = (query: string): string[] =>
  runsOf(query)
    .flatMap(({ words }) => words)
    .slice(0, mostWords);

function termsOf(text: string): Term[] {
  const terms: Term[] = [];
  let from = 0;
  for (const { 0: chain, index } of text.matchAll(chained)) {
    const runs = runsOf(chain);
    if (runs.length < 2 || runs.some(({ unspaced }) => unspaced)) continue;
    terms.push(...runsOf(text.slice(from, index)).flatMap(termsOfRun));
    const words = runs.flatMap((run) => run.words);
    terms.push({ words, exact: false, prefix: false, forms: [[words.join('')]] });
    from = index + chain.length;
  }
  return [...terms, ...runsOf(text.slice(from)).flatMap(termsOfRun)];
}

function termsOfRun({ words, unspaced }: Run): Term[] {
  if (!unspaced) return [{ words, exact: false, prefix: false }];
  return wordsWithin(words).map(({ pairs, forms }) => ({
    words: pairs,
    exact: true,
    prefix: [...pairs[0]!].length === 1,
    ...(forms.length > 0 && { forms }),
  }));
}

/** Two neighbouring words may be written as one, which then stands for both. */
function withNeighbours(terms: Term[]): Term[] {
  return terms.map((term, index) => {
    const forms = [joined(terms[index - 1], term), joined(term, terms[index + 1])].flatMap((word) => word ?? []);
    return forms.length > 0 ? { ...term, forms: [...(term.forms ?? []), ...forms.map((word) => [word])] } : term;
  });
}

function joined(first: Term | undefined, second: Term | undefined): string | undefined {
  if (!first || !second || !isPart(first) || !isPart(second)) return undefined;
  const word = first.words[0]! + second.words[0]!;
  return word.length <= longestJoined ? word : undefined;
}

const isPart = ({ words, exact }: Term): boolean => !exact && words.length === 1 && words[0]!.length >= shortestPart;

/** The terms with all ways to divide a word in two; the parts follow each other or, as in compounds, stand near each other. */
export function divided(terms: readonly Term[]): Term[] {
  return terms.map((term) => {
    const [word] = term.words;
    if (term.exact || term.words.length > 1 || !/^\p{L}{5,32}$/u.test(word!)) return term;
    const forms = Array.from({ length: word!.length - 2 * shortestPart + 1 }, (_, at) => [
      word!.slice(0, at + shortestPart),
      word!.slice(at + shortestPart),
    ]);
    return { ...term, forms: [...(term.forms ?? []), ...forms] };
  });
}

function withinLimit(terms: Term[]): Term[] {
  let left = mostWords;
  return terms.flatMap((term) => {
    const words = term.words.slice(0, Math.max(0, left));
    left -= words.length;
    return words.length > 0 ? [{ ...term, words }] : [];
  });
}
