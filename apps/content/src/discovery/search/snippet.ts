import type { Term } from './search-terms';
import { folded } from './words';

/** The maximum of characters of a snippet, and of those before the first match. */
const length = 200;
const before = 50;
/** The distance that a cut may move to fall between words. */
const reach = 30;

/** The beginning of a searched word; within a run without spaces it may be at any position. */
export interface WordStart {
  text: string;
  anywhere: boolean;
}

/** An approximation of the index: words of the terms, without their endings unless the search is exact. */
export function beginningsOf(terms: readonly Term[]): WordStart[] {
  return terms.flatMap(({ words, exact, meant = [] }) =>
    [...words, ...meant].map((word) => ({ text: exact ? word : withoutEnding(word), anywhere: isUnspaced(word) })),
  );
}

/** Inflection changes the ends of words, and most in long ones. */
const withoutEnding = (word: string): string =>
  word.length > 5 ? word.slice(0, wholeCharacter(word, Math.ceil(word.length * 0.7))) : word;

const isUnspaced = (word: string): boolean =>
  /[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(word);

/** The part of a text around the first match, cut between words; the beginning where there is none. */
export function snippetOf(text: string, beginnings: readonly WordStart[]): string {
  if (text.length <= length) return text;
  const found = firstOf(text, beginnings);
  const start = found <= before ? 0 : startNear(text, found - before);
  const end = start + length >= text.length ? text.length : endNear(text, start + length);
  return `${start > 0 ? '…' : ''}${text.slice(start, end).trim()}${end < text.length ? '…' : ''}`;
}

/** The offset of the first match; -1 without one. */
function firstOf(text: string, beginnings: readonly WordStart[]): number {
  const compared = folded(text);
  let first = -1;
  for (const { text: sought, anywhere } of beginnings) {
    let at = compared.indexOf(sought);
    while (at > 0 && !anywhere && isLetter.test(compared[at - 1]!)) at = compared.indexOf(sought, at + 1);
    if (at >= 0 && (first < 0 || at < first)) first = at;
  }
  return first <= 0 || compared.length === text.length ? first : offsetBefore(text, first);
}

/** The offset in a text before which so many characters of its compared form are. */
function offsetBefore(text: string, compared: number): number {
  let low = 0;
  for (let high = text.length; low < high;) {
    const middle = Math.floor((low + high) / 2);
    if (folded(text.slice(0, middle)).length < compared) low = middle + 1;
    else high = middle;
  }
  return low;
}

const isLetter = /[\p{L}\p{N}]/u;

/** The beginning of the first word from an offset on, if one is near. */
function startNear(text: string, from: number): number {
  for (let at = from; at < from + reach; at++) if (isSpace(text, at - 1)) return at;
  return wholeCharacter(text, from);
}

/** The end of the last word before an offset, if one is near. */
function endNear(text: string, from: number): number {
  for (let at = from; at > from - reach; at--) if (isSpace(text, at)) return at;
  return wholeCharacter(text, from);
}

const isSpace = (text: string, at: number): boolean => text.charCodeAt(at) <= 0x20;

/** Moves an offset between the two halves of a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
