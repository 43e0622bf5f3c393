import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '@bindery/persistence';
import { plain } from './search-language';

/** Stems of words; null for a stop word. */
export type Stems = ReadonlyMap<string, string | null>;

const capacity = 100_000;
const stop = Symbol('stop word');
const letters = /^\p{L}[\p{L}\p{M}]*$/u;

/** Queries the stems of words from Postgres' dictionaries and caches them, because they never change. */
@Injectable()
export class Lexicon {
  private readonly known = new LRUCache<string, string | typeof stop>({ max: capacity });

  constructor(private readonly db: Database) {}

  /** The stem of each word that differs from it, and null for each stop word. */
  async stems(dictionary: string, words: Iterable<string>): Promise<Stems> {
    const stems = new Map<string, string | null>();
    if (dictionary === plain) return stems;
    const unknown: string[] = [];
    for (const word of new Set(words)) {
      const stem = this.known.get(`${dictionary}/${word}`);
      if (stem !== undefined) stems.set(word, stem === stop ? null : stem);
      else if (letters.test(word)) unknown.push(word);
    }
    if (unknown.length === 0) return stems;
    const rows = await this.db.query<{ word: string; stems: string[] | null }>(
      `select w.word, ts_lexize($1::regdictionary, w.word) as stems from unnest($2::text[]) w (word)`,
      [dictionary, unknown],
    );
    for (const { word, stems: found } of rows) {
      const stem = found?.length === 0 ? null : (found?.[0] ?? word);
      this.known.set(`${dictionary}/${word}`, stem ?? stop);
      stems.set(word, stem);
    }
    return stems;
  }
}
