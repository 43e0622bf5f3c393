/** A longest part of a list whose numbers rise (patience sorting). */
export function longestRising<T>(items: readonly T[], numberOf: (item: T) => number): T[] {
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [index, item] of items.entries()) {
    let low = 0;
    for (let high = ends.length; low < high;) {
      const middle = (low + high) >> 1;
      if (numberOf(items[ends[middle]!]!) < numberOf(item)) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? ends[low - 1]! : -1;
    ends[low] = index;
  }
  const found: T[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at]!) found.unshift(items[at]!);
  return found;
}
