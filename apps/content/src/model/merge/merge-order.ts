/**
 * Merges two lists of keys with a common base into one order. Both lists hold only keys of the result, each at
 * most once; every key of either is in the result once. A key that one side moved is placed as in that side, after the same
 * neighbour (the draft's position where both moved it); keys that both sides added at one position stay there, main's first.
 * When one list is unchanged, the result has the order of the other.
 */
export function mergeOrder(base: readonly string[], main: readonly string[], draft: readonly string[]): string[] {
  const places = new Map(base.map((key, index) => [key, index]));
  const inMain = new Set(main);
  const inDraft = new Set(draft);
  const movedByMain = movedIn(main, places);
  const movedByDraft = movedIn(draft, places);
  const isFixed = (key: string) =>
    places.has(key) && inMain.has(key) && inDraft.has(key) && !movedByMain.has(key) && !movedByDraft.has(key);

  const ofDraft = new Map<string, string[]>();
  let after = '';
  for (const key of draft) {
    if (isFixed(key)) after = key;
    else if (movedByDraft.has(key) || !inMain.has(key)) ofDraft.set(after, [...(ofDraft.get(after) ?? []), key]);
  }
  const merged: string[] = [];
  after = '';
  for (const key of main.filter((one) => !movedByDraft.has(one))) {
    if (isFixed(key)) {
      merged.push(...(ofDraft.get(after) ?? []));
      after = key;
    }
    merged.push(key);
  }
  return [...merged, ...(ofDraft.get(after) ?? [])];
}

/** The keys to move so that a list is in the order of `places`: those outside a longest run in order. */
export function movedIn(list: readonly string[], places: ReadonlyMap<string, number>): Set<string> {
  const known = list.filter((key) => places.has(key));
  const tails: number[] = [];
  const before: number[] = [];
  known.forEach((key, index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (places.get(known[tails[middle]!]!)! < places.get(key)!) low = middle + 1;
      else high = middle;
    }
    before[index] = tails[low - 1] ?? -1;
    tails[low] = index;
  });
  const moved = new Set(known);
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index]!) moved.delete(known[index]!);
  return moved;
}
