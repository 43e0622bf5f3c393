import { increasing, pairBlocks } from '../model/pairing';
import type { Block } from '../model/model';

/** Pairs the equal blocks of two lists by key, and otherwise by their content: next index to index before. */
export function pairByKey(before: readonly Block[], next: readonly Block[]): Map<number, number> {
  const places = new Map<string, number>();
  before.forEach(({ key }, index) => key !== undefined && places.set(key, index));
  const pairs = new Map<number, number>();
  const taken = new Set<number>();
  next.forEach(({ key }, index) => {
    const place = key === undefined ? undefined : places.get(key);
    if (place === undefined || taken.has(place)) return;
    pairs.set(index, place);
    taken.add(place);
  });
  const restBefore = before.map((_, index) => index).filter((index) => !taken.has(index));
  const restNext = next.map((_, index) => index).filter((index) => !pairs.has(index));
  if (restBefore.length === 0 || restNext.length === 0) return pairs;
  const rest = pairBlocks(
    restBefore.map((index) => before[index]!),
    restNext.map((index) => next[index]!),
    new WeakMap(),
  );
  for (const [index, place] of rest) pairs.set(restNext[index]!, restBefore[place]!);
  return pairs;
}

/** The indexes (in order) of a longest run of places that increases: what stays where it is when others move. */
export function staying(places: readonly (number | undefined)[]): Set<number> {
  const known = places.flatMap((place, index): [number, number][] => (place === undefined ? [] : [[index, place]]));
  return new Set(increasing(known).map(([index]) => index));
}
