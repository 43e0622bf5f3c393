import type { KeysetPosition } from '@bindery/persistence';

interface OrderedRow {
  /** The sort key of the rows. */
  place: string;
  id: string;
}

const isAfter = ({ place, id }: OrderedRow, after: KeysetPosition): boolean =>
  place > after.value || (place === after.value && id > after.id);

/** A list in memory, for `paginate`. */
export function pageOf<Row extends OrderedRow>(unsorted: readonly Row[]) {
  const all = [...unsorted].sort((a, b) => (isAfter(a, { value: b.place, id: b.id }) ? 1 : -1));
  return {
    rows: async (after: KeysetPosition | undefined, limit: number) =>
      all.filter((row) => !after || isAfter(row, after)).slice(0, limit),
    position: ({ place, id }: Row): KeysetPosition => ({ value: place, id }),
    count: async () => all.length,
  };
}
