import type { Term } from '../search-terms';
import { runsOf } from '../words';
import type { Stems } from './lexicon';
import { waysOf } from './shard-query';

/** A title or heading in words. */
interface WordsAndStems {
  words: readonly string[];
  stems: readonly string[];
}

/** Finds the terms that a title contains, by the same stems as the index. */
export class TermMatcher {
  private readonly wordings = new Map<string, WordsAndStems>();
  private readonly ways: readonly (readonly Term[])[];

  constructor(
    terms: readonly Term[],
    private readonly stems: Stems,
  ) {
    this.ways = terms.map(waysOf);
  }

  wordingOf(text: string): WordsAndStems {
    const known = this.wordings.get(text);
    if (known) return known;
    const words = wordsOf(text);
    const wording = { words, stems: words.map((word) => this.stemOf(word)) };
    this.wordings.set(text, wording);
    return wording;
  }

  /** The number of words of the text that each term covers; 0 where it is not in it. */
  covered(text: string): number[] {
    const wording = this.wordingOf(text);
    return this.ways.map((ways) => Math.max(...ways.map((way) => (this.holds(wording, way) ? way.words.length : 0))));
  }

  /** The number of words that are no stop words; of all words where there are no others. */
  lengthOf(text: string): number {
    const { words } = this.wordingOf(text);
    return words.filter((word) => this.stems.get(word) !== null).length || words.length;
  }

  private holds({ words, stems }: WordsAndStems, { words: sought, exact, prefix }: Term): boolean {
    const wanted = exact ? sought : sought.map((word) => this.stemOf(word));
    const held = exact ? words : stems;
    for (let from = 0; from + sought.length <= words.length; from++) {
      const isHeld = wanted.every(
        (word, at) =>
          held[from + at] === word || (prefix && at === sought.length - 1 && words[from + at]!.startsWith(sought[at]!)),
      );
      if (isHeld) return true;
    }
    return false;
  }

  private stemOf(word: string): string {
    return this.stems.get(word) ?? word;
  }
}

export const wordsOf = (text: string): string[] => runsOf(text).flatMap(({ words }) => words);
