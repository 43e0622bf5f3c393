import type { Block } from '@bindery/documents';

/** A column of a table. */
export interface Column {
  id: string;
  title: string;
  type: string;
  [key: string]: unknown;
}

export interface TableData {
  view: Record<string, unknown>;
  /** The visible ones, in their order. */
  columns: Column[];
  /** The values of each row by the ids of columns, in the order of the rows. */
  rows: Record<string, unknown>[];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isColumn = (value: unknown): value is Column =>
  isObject(value) && typeof value.id === 'string' && typeof value.type === 'string';

/** The parts of a table's data, which may contain any values: invalid ones are left out. */
export function tableData({ data }: Block): TableData {
  const { view, definition, records } = data;
  const shown = isObject(view) && Array.isArray(view.columns) ? (view.columns as unknown[]) : [];
  const columns = shown.flatMap((id) => {
    const column = typeof id === 'string' && isObject(definition) && Object.hasOwn(definition, id) && definition[id];
    return isColumn(column) ? [column] : [];
  });
  const rows = isObject(records) ? Object.values(records).filter(isObject) : [];
  const byPlace = rows.toSorted((a, b) => (String(a.orderIndex) < String(b.orderIndex) ? -1 : 1));
  return {
    view: isObject(view) ? view : {},
    columns,
    rows: byPlace.map(({ values }) => (isObject(values) ? values : {})),
  };
}
