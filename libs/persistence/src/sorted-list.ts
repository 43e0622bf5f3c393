import type { KeysetPosition } from './cursor';

interface SortableRow {
  /** Rows with the same key are sorted by their ids. */
  sortKey: string;
  id: string;
}

const isAfter = ({ sortKey, id }: SortableRow, after: KeysetPosition): boolean =>
  sortKey > after.value || (sortKey === after.value && id > after.id);

/** A list in memory, for `paginate`. */
export function sortedList<Row extends SortableRow>(unsorted: readonly Row[]) {
  const all = [...unsorted].sort((a, b) => (isAfter(a, { value: b.sortKey, id: b.id }) ? 1 : -1));
  return {
    rows: async (after: KeysetPosition | undefined, limit: number) =>
      all.filter((row) => !after || isAfter(row, after)).slice(0, limit),
    position: ({ sortKey, id }: Row): KeysetPosition => ({ value: sortKey, id }),
    count: async () => all.length,
  };
}
