import type { Term } from './ports';

/** Puts the translations of terms in their place and has `translate` do the text between them. */
export function withTerms(text: string, terms: readonly Term[], translate: (part: string) => string): string {
  if (terms.length === 0) return translate(text);
  return split(text, terms)
    .map(({ part, target }) => target ?? translate(part))
    .join('');
}

/** Puts marks in the place of terms, which a translator leaves alone; `restore` is undefined where one got lost. */
export function markTerms(
  text: string,
  terms: readonly Term[],
): { marked: string; restore: (translated: string) => string | undefined } {
  const targets: string[] = [];
  const marked = split(text, terms)
    .map(({ part, target }) => (target === undefined ? part : markOf(targets.push(target) - 1)))
    .join('');
  const restore = (translated: string): string | undefined => {
    let restored = translated;
    for (const [index, target] of targets.entries()) {
      if (restored.split(markOf(index)).length !== 2) return undefined;
      restored = restored.replace(markOf(index), () => target);
    }
    return restored;
  };
  return { marked, restore };
}

const markOf = (index: number): string => `[[${index}]]`;

/** The text in parts, those that are terms with their translation. Terms are whole words in any case; the longest counts. */
function split(text: string, terms: readonly Term[]): { part: string; target?: string }[] {
  if (terms.length === 0) return [{ part: text }];
  const targets = new Map(terms.map(({ source, target }) => [inLowerCase(source), target]));
  const sources = [...targets.keys()].sort((a, b) => b.length - a.length).map(patternOf);
  const parts: { part: string; target?: string }[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(new RegExp(sources.join('|'), 'giu'))) {
    if (index > end) parts.push({ part: text.slice(end, index) });
    parts.push({ part: found, target: targets.get(inLowerCase(found)) });
    end = index + found.length;
  }
  if (end < text.length) parts.push({ part: text.slice(end) });
  return parts;
}

/** The Turkish İ becomes i and a dot above it, which no user types. */
const inLowerCase = (text: string): string => text.toLowerCase().replaceAll('i\u0307', 'i');

/** Scripts without spaces, in which words stand next to each other. */
const unspaced = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`;
const endsUnspaced = new RegExp(`[${unspaced}]$`, 'u');
const beginsUnspaced = new RegExp(`^[${unspaced}]`, 'u');
const endsInHangul = /\p{scx=Hang}$/u;
/** Loanwords in Japanese end where another script begins. */
const katakana = String.raw`[\p{sc=Kana}ー]`;
const beginsWithKatakana = new RegExp(`^${katakana}`, 'u');
const endsWithKatakana = new RegExp(`${katakana}$`, 'u');
const letterOf = (others: string): string => `(?![${others}])[\\p{L}\\p{N}\\p{M}]`;
const before = `(?<!${letterOf(unspaced)})`;
/** Korean particles follow a word without a space. */
const behind = `(?!${letterOf(String.raw`${unspaced}\p{scx=Hang}`)})`;

/** Finds a term, in lower case, between words where its script has spaces. No letter is cut from its marks. */
function patternOf(term: string): string {
  const text = escaped(term).replaceAll('i', '(?:i\\u0307?|İ)');
  return `${beginningOf(term)}${text}(?!\\p{M})${endOf(term)}`;
}

function beginningOf(term: string): string {
  if (beginsWithKatakana.test(term)) return `(?<!${katakana})`;
  return beginsUnspaced.test(term) ? '' : before;
}

function endOf(term: string): string {
  if (endsWithKatakana.test(term)) return `(?!${katakana})`;
  return endsUnspaced.test(term) || endsInHangul.test(term) ? '' : behind;
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
