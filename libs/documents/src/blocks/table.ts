import { block, fragment, paragraph, text } from '../model/build';
import type { Block, ContentRef, Data, Fragment } from '../model/model';

/** The parts of a table's `data`, as far as they are known. */
export interface Definition {
  id: string;
  title: string;
  type: string;
  [key: string]: unknown;
}

/** A column before its table gives it an id. */
export interface Column {
  title: string;
  type: string;
  hidden: boolean;
  [key: string]: unknown;
}

export interface TableRecord {
  orderIndex: string;
  values: Record<string, unknown>;
}

export interface View {
  type: string;
  columns: string[];
  [key: string]: unknown;
}

/** A view before its table names the columns. */
export interface NewView {
  type: string;
  [key: string]: unknown;
}

export interface Table {
  view: View;
  /** The columns in the order in which they are written: the visible ones, then the hidden ones. */
  columns: Definition[];
  hidden: Set<string>;
  records: { id: string; record: TableRecord }[];
  /** The blocks of the cells of text columns, by the name that the record gives them. */
  cells: Map<unknown, Block[]>;
}

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The parts of a table, or undefined when its data is not that of a table. */
export function tableOf({ data, fragments }: Block): Table | undefined {
  const { view, records, definition } = data;
  if (!isData(view) || !isData(records) || !isData(definition) || !Array.isArray(view.columns)) return undefined;
  const visible = view.columns.filter((id): id is string => typeof id === 'string' && isDefinition(definition[id], id));
  const shown = new Set(visible);
  const hidden = Object.keys(definition).filter((id) => !shown.has(id) && isDefinition(definition[id], id));
  const rows = Object.entries(records).flatMap(([id, record]) => (isRecord(record) ? [{ id, record }] : []));
  if (rows.length !== Object.keys(records).length || shown.size !== visible.length) return undefined;
  rows.sort((a, b) =>
    a.record.orderIndex < b.record.orderIndex ? -1 : a.record.orderIndex > b.record.orderIndex ? 1 : 0,
  );
  return {
    view: view as View,
    columns: [...visible, ...hidden].map((id) => definition[id] as Definition),
    hidden: new Set(hidden),
    records: rows,
    cells: new Map((fragments ?? []).map((part) => [part.fragment ?? part.key, part.nodes])),
  };
}

const isDefinition = (value: unknown, id: string) =>
  isData(value) && value.id === id && typeof value.title === 'string' && typeof value.type === 'string';

const isRecord = (value: unknown): value is TableRecord =>
  isData(value) && typeof value.orderIndex === 'string' && isData(value.values);

/** A table from its columns and rows: records, cells and their order get generated names. */
export function makeTable(view: NewView, columns: Column[], rows: Cell[][], more: Data): Block {
  const ids = columns.map((_, index) => `c${index + 1}`);
  const fragments: Fragment[] = [];
  const records: Record<string, TableRecord> = {};
  rows.forEach((row, index) => {
    const values: Record<string, unknown> = {};
    ids.forEach((id, column) => {
      const value = cellValue(row[column], columns[column]?.type === 'text', `r${index + 1}${id}`, fragments);
      if (value !== undefined) values[id] = value;
    });
    records[`r${index + 1}`] = { orderIndex: String(index).padStart(6, '0'), values };
  });
  const definition = Object.fromEntries(
    columns.map(({ hidden: _hidden, ...column }, index) => [ids[index], { id: ids[index], ...column }]),
  );
  const visible = ids.filter((_, index) => columns[index]?.hidden !== true);
  return { ...block('table', { view: { ...view, columns: visible }, records, definition, ...more }), fragments };
}

/** A cell: its blocks in a text column, else its value. */
export type Cell = { blocks: Block[] } | { value: unknown } | undefined;

function cellValue(cell: Cell, isText: boolean, name: string, fragments: Fragment[]): unknown {
  if (!isText) return cell && 'value' in cell ? cell.value : undefined;
  const blocks = cell && 'blocks' in cell ? cell.blocks : [];
  fragments.push(fragment(name, undefined, blocks.length > 0 ? blocks : [paragraph([text()])]));
  return name;
}

/** An image in a cell: a reference alone, or with how it fits and what it shows. */
export function imageOf(value: unknown): { ref: ContentRef; objectFit?: string; alt?: string } | undefined {
  if (!isData(value)) return undefined;
  if (typeof value.kind === 'string') return { ref: value as unknown as ContentRef };
  const { ref, objectFit, alt } = value;
  if (!isData(ref) || typeof ref.kind !== 'string') return undefined;
  return {
    ref: ref as unknown as ContentRef,
    ...(typeof objectFit === 'string' ? { objectFit } : {}),
    ...(typeof alt === 'string' ? { alt } : {}),
  };
}
