import diffSequences from '@jest/diff-sequences';

/** Comparisons after which two sequences are taken to have nothing in common: a fraction of a second. */
const maximumComparisons = 5_000_000;

/**
 * For each item the index of its counterpart in a longest common subsequence of both, or -1 (Myers, "An O(ND) Difference
 * Algorithm", 1986). Undefined for sequences that differ too much to be compared.
 */
export function align<T>(
  items: readonly T[],
  others: readonly T[],
  isSame: (one: T, other: T) => boolean,
): number[] | undefined {
  const places = items.map(() => -1);
  let left = maximumComparisons;
  try {
    diffSequences(
      items.length,
      others.length,
      (one, other) => {
        if (--left < 0) throw new TooDifferent();
        return isSame(items[one]!, others[other]!);
      },
      (count, one, other) => {
        for (let index = 0; index < count; index++) places[one + index] = other + index;
      },
    );
  } catch (error) {
    if (error instanceof TooDifferent) return undefined;
    throw error;
  }
  return places;
}

class TooDifferent extends Error {}
