import type { Stems } from './lexicon';
import { runsOf } from '../words';

/** The weight of a field: a page's title most (A), then headings (B), then text (D). */
type Weight = 'A' | 'B' | 'D';

interface Field {
  text: string;
  weight: Weight;
}

// Limits of Postgres' tsvector: positions end at 16,383, and a word keeps at most 256 of them.
const lastPosition = 16_383;
const mostPositions = 255;
/** Prevents a phrase from matching across the end of a field. */
const gap = 8;

/** Words are prefixed with their shard, so that the index returns only sections of this shard. */
export const lexemeIn = (shard: number, word: string): string => `'${shard.toString(36)}.${word}'`;

/**
 * Fields as the text of a `tsvector`. Contains each word as it is written, for phrases and prefixes, and its stem.
 * The words contain no characters that would need escaping.
 */
export function vectorOf(shard: number, fields: readonly Field[], stems: Stems): string {
  const places = new Map<string, string[]>();
  const put = (word: string, place: string) => {
    const known = places.get(word);
    if (!known) places.set(word, [place]);
    else if (known.length < mostPositions && known.at(-1) !== place) known.push(place);
  };
  let position = 0;
  for (const { text, weight } of fields) {
    for (const { words, unspaced } of runsOf(text)) {
      for (const word of words) {
        if (position < lastPosition) position++;
        const place = `${position}${weight}`;
        put(word, place);
        const stem = stems.get(word);
        if (stem && stem !== word) put(stem, place);
      }
      // A single character is searched as the beginning of a pair; the last one of a run begins none.
      if (unspaced && words.at(-1)!.length > 1) put([...words.at(-1)!].at(-1)!, `${position}${weight}`);
    }
    position = Math.min(lastPosition, position + gap);
  }
  return Array.from(places, ([word, at]) => `${lexemeIn(shard, word)}:${at.join(',')}`).join(' ');
}

/** The words of a vector as `vectorOf` writes it. */
export const wordsOfVector = (vector: string): string[] =>
  vector === ''
    ? []
    : vector.split(' ').map((lexeme) => lexeme.slice(lexeme.indexOf('.') + 1, lexeme.lastIndexOf("'")));
