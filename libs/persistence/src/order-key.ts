import { generateNKeysBetween } from 'fractional-indexing';

/**
 * Order keys: texts whose byte order (COLLATE "C", or `<` in JavaScript) is the order of siblings, so that a move
 * changes one entry and none of its siblings. Appending counts upwards: the ten-thousandth key has four characters.
 */

/**
 * `count` keys between two neighbours, in order; null is the open end. Keys are as short as the gap allows.
 * Throws when `before` is not less than `after` or when one of them is not an order key.
 */
export function orderKeysBetween(before: string | null, after: string | null, count: number): string[] {
  if (before !== null && after !== null && before >= after) {
    throw new RangeError(`There is no order key between ${before} and ${after}`);
  }
  return generateNKeysBetween(before, after, count);
}

/** One key between two neighbours; see `orderKeysBetween`. */
export function orderKeyBetween(before: string | null, after: string | null): string {
  return orderKeysBetween(before, after, 1)[0] as string;
}

/** Keys for new siblings, and new keys for old siblings (by their index) that had to change. */
interface Placement {
  readonly keys: string[];
  readonly rekeyed: Map<number, string>;
}

/**
 * Keys for `count` siblings to be inserted before the sibling at `index` (`siblings.length` appends). `siblings` are
 * the present keys in order. Equal keys stand side by side where two branches that insert at the same position are merged, for example;
 * when the position is inside such a run, the rest of the run gets new keys, which `rekeyed` returns.
 */
export function placeAt(siblings: readonly string[], index: number, count: number): Placement {
  const before = index > 0 ? (siblings[index - 1] ?? null) : null;
  let end = index;
  while (end < siblings.length && before !== null && (siblings[end] as string) <= before) end++;
  const keys = orderKeysBetween(before, siblings[end] ?? null, count + end - index);
  return { keys: keys.slice(0, count), rekeyed: new Map(keys.slice(count).map((key, at) => [index + at, key])) };
}
