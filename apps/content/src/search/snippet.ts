import type { Term } from './search-query';

/** Characters of a snippet, and how many of them stand before the first word that was found. */
const length = 240;
const before = 60;

/** What finds a word of the terms in a text, roughly: a word that begins as one of them does, its ending aside. */
export function matcherOf(terms: readonly Term[]): RegExp | undefined {
  const beginnings = terms.flatMap(({ words, exact }) => words.map((word) => (exact ? word : withoutEnding(word))));
  if (beginnings.length === 0) return undefined;
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:${beginnings.join('|')})|(?:${unspaced(terms).join('|') || '(?!)'})`,
    'iu',
  );
}

/** Inside a run without spaces a word may begin anywhere. */
const unspaced = (terms: readonly Term[]): string[] =>
  terms.flatMap(({ words }) => words.filter((word) => /[^\x00-\u0e00]/u.test(word)));

/** Endings change most in long words. */
const withoutEnding = (word: string): string =>
  word.length > 5 ? [...word].slice(0, Math.ceil(word.length * 0.7)).join('') : word;

/** The part of a text around the first word that matches, cut between words; the beginning where none does. */
export function snippetOf(text: string, matcher: RegExp | undefined): string {
  if (text.length <= length) return text;
  const found = matcher ? text.search(matcher) : -1;
  const start = found <= before ? 0 : wordStart(text, found - before, found);
  const end = start + length >= text.length ? text.length : wordEnd(text, start + length);
  return `${start > 0 ? '…' : ''}${text.slice(start, end).trim()}${end < text.length ? '…' : ''}`;
}

/** The beginning of the first word after a place, unless there is none before the limit. */
function wordStart(text: string, from: number, limit: number): number {
  for (let at = from; at < limit; at++) if (/\s/.test(text[at - 1]!)) return at;
  return wholeCharacter(text, from);
}

/** The end of the last word before a place, unless that would cost too much. */
function wordEnd(text: string, from: number): number {
  for (let at = from; at > from - 40; at--) if (/\s/.test(text[at]!)) return at;
  return wholeCharacter(text, from);
}

/** Not between the two halves of a character beyond the basic plane. */
const wholeCharacter = (text: string, at: number): number => (/[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at);
