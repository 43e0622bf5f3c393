import { shortened } from '../text/sentences';

const longestQuote = 420;
const isLetter = /[\p{L}\p{N}]/u;

/** The sentences of a text that hold the most of the words that begin so, with what follows them, in their order. */
export function quoteOf(text: string, beginnings: readonly string[]): string {
  const sentences = text
    .split(/(?<=[.!?…])\s+|(?<=[。！？])|\n+/)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence !== '');
  if (sentences.length === 0) return '';
  const held = sentences.map((sentence) => beginnings.filter((word) => holds(sentence, word)).length);
  let best = 0;
  for (const [at, count] of held.entries()) if (count > held[best]!) best = at;
  // The sentence before it may introduce its subject.
  const isShort = sentences.join(' ').length <= longestQuote;
  const quote: string[] = [];
  let length = 0;
  for (let at = isShort ? 0 : Math.max(0, best - 1); at < sentences.length && length < longestQuote; at++) {
    quote.push(sentences[at]!);
    length += sentences[at]!.length + 1;
  }
  return shortened(quote.join(' '), longestQuote);
}

function holds(sentence: string, word: string): boolean {
  const lower = sentence.toLowerCase();
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1))
    if (at === 0 || word.length < 3 || !isLetter.test(lower[at - 1]!) || /[^\u0000-\u024f]/.test(word)) return true;
  return false;
}
