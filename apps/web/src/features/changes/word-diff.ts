import diffSequences from '@jest/diff-sequences';

/** A run of items that both versions have, or one of them alone. */
export interface Run<T> {
  kind: 'same' | 'removed' | 'inserted';
  items: T[];
}

/** The runs by which `after` differs from `before`; what was removed stands before what took its place. */
export function runsOf<T>(before: readonly T[], after: readonly T[], isSame: (a: T, b: T) => boolean): Run<T>[] {
  const runs: Run<T>[] = [];
  const add = (kind: Run<T>['kind'], items: readonly T[]) => {
    if (items.length > 0) runs.push({ kind, items: [...items] });
  };
  let [a, b] = [0, 0];
  diffSequences(
    before.length,
    after.length,
    (x, y) => isSame(before[x]!, after[y]!),
    (count, x, y) => {
      add('removed', before.slice(a, x));
      add('inserted', after.slice(b, y));
      add('same', after.slice(y, y + count));
      [a, b] = [x + count, y + count];
    },
  );
  add('removed', before.slice(a));
  add('inserted', after.slice(b));
  return runs;
}

/** Words, spaces and signs, each by itself. */
export const wordsOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu) ?? [];

/**
 * Joins changes between which there is nothing but a space, so that a rewritten phrase reads as one and not as every
 * second word.
 */
export function joinAcrossSpaces<T>(runs: readonly Run<T>[], isSpace: (item: T) => boolean): Run<T>[] {
  const joined: Run<T>[] = [];
  let [removed, inserted]: [T[], T[]] = [[], []];
  const flush = () => {
    if (removed.length > 0) joined.push({ kind: 'removed', items: removed });
    if (inserted.length > 0) joined.push({ kind: 'inserted', items: inserted });
    [removed, inserted] = [[], []];
  };
  for (const [index, { kind, items }] of runs.entries()) {
    if (kind === 'removed') removed.push(...items);
    else if (kind === 'inserted') inserted.push(...items);
    else if (removed.length > 0 && inserted.length > 0 && isReplaced(runs, index + 1) && items.every(isSpace)) {
      removed.push(...items);
      inserted.push(...items);
    } else {
      flush();
      joined.push({ kind, items });
    }
  }
  flush();
  return joined;
}

const isReplaced = (runs: readonly Run<unknown>[], at: number): boolean =>
  runs[at]?.kind === 'removed' && runs[at + 1]?.kind === 'inserted';

/** The runs of words by which two texts differ. */
export function diffWords(before: string, after: string): Run<string>[] {
  const runs = runsOf(wordsOf(before), wordsOf(after), (a, b) => a === b);
  return joinAcrossSpaces(runs, (word) => /^[^\S\n]+$/.test(word));
}
