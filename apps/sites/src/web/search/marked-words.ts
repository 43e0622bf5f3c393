import { html, join, type Html } from '@bindery/html';

/** Scripts without spaces: a word may be at any position. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;

/** The maximum of marked words. */
const mostWords = 20;

/** Marks the words of a query in a text: words with the same beginnings, whatever their endings. */
export function markedWords(text: string, query: string): Html {
  const pattern = patternOf(query);
  if (!pattern) return html`${text}`;
  const parts = text.split(pattern);
  // The odd parts are the matches of the pattern.
  return join(parts.map((part, index) => (index % 2 === 1 ? html`<mark>${part}</mark>` : part)));
}

function patternOf(query: string): RegExp | undefined {
  const words =
    query
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.slice(0, mostWords) ?? [];
  const parts = words.map((word) =>
    unspaced.test(word) ? word : `(?<![\\p{L}\\p{N}])${withoutEnding(word)}[\\p{L}\\p{M}\\p{N}]*`,
  );
  // Longest first: a word may be the beginning of another.
  return parts.length > 0 ? new RegExp(`(${parts.sort((a, b) => b.length - a.length).join('|')})`, 'giu') : undefined;
}

/** Inflection changes the ends of words, and most in long ones. */
const withoutEnding = (word: string): string => {
  const letters = [...word];
  return letters.length > 5 ? letters.slice(0, Math.ceil(letters.length * 0.7)).join('') : word;
};
