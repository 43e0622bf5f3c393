import { block, fragment, paragraph, text } from './build';
import type { Block, ContentRef, Data, Fragment, Node } from './model';
import { plainText } from './plain-text';

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
  /** The content of its header where that is more than the plain text of the title. */
  header?: Node[] | undefined;
  [key: string]: unknown;
}

interface TableRecord {
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
    columns.map(({ hidden: _hidden, header, ...column }, index) => {
      const id = ids[index]!;
      if (!header) return [id, { id, ...column }];
      fragments.push(fragment(headerName(id), undefined, [paragraph(header)]));
      return [id, { id, ...column, header: headerName(id) }];
    }),
  );
  const visible = ids.filter((_, index) => columns[index]?.hidden !== true);
  return { ...block('table', { view: { ...view, columns: visible }, records, definition, ...more }), fragments };
}

/** The name of the fragment that holds the header of a column. */
export const headerName = (column: string): string => `h${column}`;

/** The title of a column as plain text, and the inlines of its header where they say more. */
export function titleOf(header: Node[], text = plainText(header)): Pick<Column, 'title' | 'header'> {
  const isPlain = header.every(
    (node) =>
      node.object === 'text' &&
      node.leaves.every(({ text: own, marks, data }) => marks.length === 0 && !data && !own.includes('\n')),
  );
  return isPlain ? { title: text } : { title: titleText(header), header };
}

const titleText = (header: Node[]): string =>
  plainText(header)
    .replace(/(?<!\s)\s*\n\s*/g, ' ')
    .trim();

/** The content of a column's header beyond its title, as long as its text is still the title. */
export function headerOf(table: Pick<Table, 'cells'>, { header, title }: Definition): Node[] | undefined {
  const [only, ...more] = header === undefined ? [] : (table.cells.get(header) ?? []);
  if (only?.type !== 'paragraph' || more.length > 0) return undefined;
  const nodes = only.nodes ?? [];
  return titleText(nodes) === title.trim() ? nodes : undefined;
}

/** The headers of a table that show more than the titles of their columns, by the ids of these. */
export function tableHeaders(block: Block): ReadonlyMap<string, Node[]> {
  const table = tableOf(block);
  return new Map(
    (table?.columns ?? []).flatMap((column): [string, Node[]][] => {
      const header = table && headerOf(table, column);
      return header ? [[column.id, header]] : [];
    }),
  );
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
