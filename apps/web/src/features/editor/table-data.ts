import type { Node } from 'prosemirror-model';
import type { Block, Fragment } from '../../api/contracts';
import { isObject } from '../../api/is-object';
import { schema } from './schema';

/** The parts of a table's data that the editor changes; all else is kept. */
export interface Column {
  id: string;
  title: string;
  type: string;
  [more: string]: unknown;
}
export interface Row {
  orderIndex: string;
  values: Record<string, unknown>;
}
export type Data = Record<string, unknown>;

const isColumn = (value: unknown, id: string): value is Column =>
  isObject(value) && value.id === id && typeof value.title === 'string' && typeof value.type === 'string';
const isRow = (value: unknown): value is Row =>
  isObject(value) && typeof value.orderIndex === 'string' && isObject(value.values);

/** The origin of a table, kept on its node: `data`, and the fragments that are no cell that is shown. */
export interface Frame {
  data: Data;
  hidden: Fragment[];
}

/** A row as the editor has it: its cells, and what its record holds besides. */
interface TableRow {
  attributes: { record: string; rest: Data; values: Data };
  cells: Node[];
}

interface TableContent {
  columns: Column[];
  rows: TableRow[];
  frame: Frame;
}

interface Reading {
  /** The name of the nodes for cells. */
  cell: 'table_cell' | 'card_cell';
  /** Columns that are no cells, by id. */
  besides?: readonly unknown[];
  blockOf(block: Block): Node;
}

/**
 * The columns and rows of a table in their order. A cell of a column of another type than text is one `cell_value`. Undefined
 * for a table that holds more than cells of its columns, such as titles with marks.
 */
export function readTable(
  { data, fragments = [], nodes = [] }: Block,
  { cell, besides = [], blockOf }: Reading,
): TableContent | undefined {
  const { view, records, definition } = data;
  if (!isObject(view) || !isObject(records) || !isObject(definition) || nodes.length > 0) return undefined;
  const ids = (Array.isArray(view.columns) ? (view.columns as string[]) : []).filter((id) => !besides.includes(id));
  const columns = ids.map((id) => definition[id]);
  if (!columns.every((column, index) => isColumn(column, ids[index]!) && column.header === undefined)) return undefined;
  const entries = Object.entries(records);
  if (ids.length === 0 || new Set(ids).size < ids.length) return undefined;
  if (!entries.every(([, row]) => isRow(row))) return undefined;
  const sorted = (entries as [string, Row][]).sort(([, a], [, b]) => compare(a.orderIndex, b.orderIndex));
  const cells = new Map(fragments.map((fragment) => [fragment.fragment ?? fragment.key, fragment]));
  const shown = new Set<Fragment>();
  const cellOf = ({ type }: Column, value: unknown): Node | undefined => {
    if (value === undefined) return schema.node(cell, null, [schema.node('paragraph')]);
    if (type !== 'text') return schema.node(cell, null, [schema.node('cell_value', { type, value })]);
    const fragment = cells.get(value as string);
    if (!fragment || shown.has(fragment) || fragment.nodes.length === 0) return undefined;
    shown.add(fragment);
    const { nodes: blocks, ...own } = fragment;
    return schema.node(cell, { fragment: own }, blocks.map(blockOf));
  };
  const rows: TableRow[] = [];
  for (const [record, { values, ...rest }] of sorted) {
    const made = (columns as Column[]).map((column) => cellOf(column, values[column.id]));
    if (made.includes(undefined)) return undefined;
    rows.push({ attributes: { record, rest, values }, cells: made as Node[] });
  }
  const frame: Frame = { data, hidden: fragments.filter((fragment) => !shown.has(fragment)) };
  return { columns: columns as Column[], rows, frame };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

interface TableWriter {
  columns: readonly Column[];
  frame: Frame;
  /** The cells of a row, one for each column. */
  cellsOf(row: Node): readonly Node[];
  /** Ids of columns that are gone. */
  removed?: readonly string[];
  /** Values of columns that are no cells, by id; undefined removes one. */
  valuesOf?(row: Node): Data;
  blockOf(node: Node): Block;
}

/** Rows as records with their cells; rows and cells that are new get names that are free. */
export function writeRows(
  rows: readonly Node[],
  { columns, frame, cellsOf, removed = [], valuesOf, blockOf }: TableWriter,
): { records: Record<string, Row>; fragments: Fragment[] } {
  const names = new Names(Object.keys((frame.data.records as Data | undefined) ?? {}), 'r');
  const cells = new Names(
    rows.flatMap((row) => cellsOf(row).flatMap(({ attrs }) => nameIn(attrs.fragment))),
    'cell',
  );
  for (const fragment of frame.hidden) cells.take(nameOf(fragment));
  const fragments: Fragment[] = [];
  const isOrdered = rows.every((row, index) => index === 0 || orderOf(rows[index - 1]!) < orderOf(row));
  const records = rows.map((row, index): [string, Row] => {
    const written = columns.map((column, at): [string, unknown] => [
      column.id,
      valueOf(cellsOf(row)[at], column, cells, fragments, blockOf),
    ]);
    const all = { ...(row.attrs.values as Data), ...Object.fromEntries(written), ...valuesOf?.(row) };
    const values = Object.fromEntries(
      Object.entries(all).filter(([id, value]) => value !== undefined && !removed.includes(id)),
    );
    const orderIndex = isOrdered ? orderOf(row) : String(index).padStart(6, '0');
    const record = names.claim(row.attrs.record as string | null);
    return [record, { ...(row.attrs.rest as object), orderIndex, values }];
  });
  return { records: Object.fromEntries(records), fragments: [...fragments, ...frame.hidden] };
}

/** Empty for a new row, which is in no order yet. */
const orderOf = ({ attrs }: Node): string => (attrs.rest as { orderIndex?: string } | null)?.orderIndex ?? '';

/** The blocks of a cell; a title among the rows, as other editors have it, is a paragraph. */
function blocksOf(cell: Node | undefined): readonly Node[] {
  if (!cell) return [];
  return cell.isTextblock ? [schema.node('paragraph', null, cell.content)] : cell.children;
}

const nameOf = ({ fragment, key }: Pick<Fragment, 'fragment' | 'key'>): string | undefined => fragment ?? key;

/** The name of a cell that the table came with. */
function nameIn(fragment: unknown): string[] {
  const name = fragment ? nameOf(fragment as Fragment) : undefined;
  return name === undefined ? [] : [name];
}

function valueOf(
  cell: Node | undefined,
  { type }: Column,
  names: Names,
  fragments: Fragment[],
  blockOf: (node: Node) => Block,
): unknown {
  const blocks = blocksOf(cell);
  const [only] = blocks;
  if (only?.type.name === 'cell_value' && only.attrs.type === type) return only.attrs.value;
  const text = only?.type.name === 'cell_value' ? textOf(only.attrs.value) : (cell?.textContent.trim() ?? '');
  if (type !== 'text') {
    if (text === '') return undefined;
    return (type === 'number' || type === 'rating') && Number.isFinite(Number(text)) ? Number(text) : text;
  }
  const own = cell?.attrs.fragment as Fragment | null | undefined;
  const name = names.claim((own && nameOf(own)) ?? null);
  const written = blocks.map((block) => blockOf(block.type.name === 'cell_value' ? paragraphOf(text) : block));
  const isOwn = own && nameOf(own) === name;
  const base = isOwn ? own : ({ object: 'fragment', fragment: name } as Fragment);
  fragments.push({ ...base, nodes: written.length > 0 ? written : [blockOf(schema.node('paragraph'))] });
  return name;
}

/** The value of a column of another type, as text. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
}

const paragraphOf = (text: string): Node => schema.node('paragraph', null, text === '' ? [] : [schema.text(text)]);

/** Gives out names of rows, columns or cells: a wanted name once, and free names else. */
export class Names {
  private readonly used = new Set<string>();
  private readonly known: ReadonlySet<string>;
  private count = 0;

  constructor(
    known: readonly string[],
    private readonly prefix: string,
  ) {
    this.known = new Set(known);
  }

  take(name: string | undefined): void {
    if (name !== undefined) this.used.add(name);
  }

  claim(name: string | null): string {
    let found = name;
    while (found === null || this.used.has(found)) {
      const next = `${this.prefix}${++this.count}`;
      found = this.known.has(next) ? null : next;
    }
    this.used.add(found);
    return found;
  }
}
