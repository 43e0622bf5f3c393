import type { Block } from '../../api/contracts';
import { isObject } from '../../api/is-object';

export interface Column {
  id: string;
  title: string;
  type: string;
  options?: unknown;
}

export interface Row {
  id: string;
  orderIndex: string;
  values: Record<string, unknown>;
}

/** The columns and rows of a table, in their order. */
export function readTable({ data }: Block): { columns: Column[]; rows: Row[]; view: Record<string, unknown> } {
  const view = isObject(data.view) ? data.view : {};
  const definition = isObject(data.definition) ? data.definition : {};
  const ids = Array.isArray(view.columns) ? view.columns : [];
  const columns = ids.map((id) => definition[String(id)]).filter(isObject) as unknown as Column[];
  const records = isObject(data.records) ? data.records : {};
  const rows = Object.entries(records).flatMap(([id, record]) =>
    isObject(record) && isObject(record.values)
      ? [{ id, orderIndex: String(record.orderIndex), values: record.values }]
      : [],
  );
  rows.sort((a, b) => (a.orderIndex < b.orderIndex ? -1 : 1));
  return { columns, rows, view };
}
