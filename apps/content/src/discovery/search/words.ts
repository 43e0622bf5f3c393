/**
 * Words of text as search sees them: runs of letters, digits and marks in lower case, compatibility forms unified
 * (NFKC). Scripts without spaces are recognized by character rather than by the space's language, because
 * texts mix them; their runs are cut into overlapping pairs of characters.
 */
export interface Run {
  /** One word; or the pairs of a run without spaces, in order. */
  words: string[];
  unspaced: boolean;
}

/** Longer words differ only after this many characters, which no user types. */
const maximumLength = 64;

const unspacedScript = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`;
const unspaced = String.raw`(?:(?=[\p{L}\p{N}\p{M}])[${unspacedScript}])`;
const runs = new RegExp(String.raw`(${unspaced}+)|(?:(?!${unspaced})[\p{L}\p{N}\p{M}])+`, 'gu');
const ascii = /^[\x20-\x7e\s]*$/;
const asciiWords = /[a-z0-9]+/g;

export function runsOf(text: string): Run[] {
  if (ascii.test(text)) {
    const words = folded(text).match(asciiWords) ?? [];
    return words.map((word) => ({ words: [cut(word)], unspaced: false }));
  }
  return Array.from(folded(text).matchAll(runs), ([run, characters]) =>
    characters === undefined ? { words: [cut(run)], unspaced: false } : { words: pairsOf(characters), unspaced: true },
  );
}

/** A text as its words are compared. The Turkish İ becomes i and a dot above it, which nobody types. */
export const folded = (text: string): string =>
  ascii.test(text) ? text.toLowerCase() : text.normalize('NFKC').toLowerCase().replaceAll('i\u0307', 'i');

/** Every pair of neighbours; a single character is itself. */
export function pairsOf(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => characters[index]! + character);
}

/** The characters of a run without spaces, from its pairs. */
export const charactersOf = (pairs: readonly string[]): string =>
  pairs.map((pair, index) => (index === 0 ? pair : [...pair].slice(1).join(''))).join('');

function cut(word: string): string {
  return word.length <= maximumLength ? word : [...word].slice(0, maximumLength).join('');
}
