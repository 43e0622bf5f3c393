import type { Node } from 'prosemirror-model';
import type { Block, Fragment } from '../../api/contracts';
import { schema } from './schema';

/** The parts of a table's data that the editor changes; all else is kept. */
interface Column {
  id: string;
  title: string;
  type: string;
  [more: string]: unknown;
}
interface Row {
  orderIndex: string;
  values: Record<string, unknown>;
}
type Data = Record<string, unknown>;

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value);
const isColumn = (value: unknown, id: string): value is Column =>
  isData(value) && value.id === id && typeof value.title === 'string' && typeof value.type === 'string';
const isRow = (value: unknown): value is Row =>
  isData(value) && typeof value.orderIndex === 'string' && isData(value.values);

/** What a table was made of, kept on its node: `data`, and the fragments that are no cell that is shown. */
interface Frame {
  data: Data;
  hidden: Fragment[];
}

/**
 * A table as rows of cells below a row with the titles of the columns; undefined for cards, and for tables that hold more than
 * that, such as titles with marks. A cell of a column of another type than text is one `cell_value`.
 */
export function fromTable(
  { key, data, meta, fragments = [], nodes = [] }: Block,
  blockOf: (block: Block) => Node,
): Node | undefined {
  const { view, records, definition } = data;
  if (!isData(view) || !isData(records) || !isData(definition) || nodes.length > 0) return undefined;
  const ids = Array.isArray(view.columns) ? (view.columns as string[]) : [];
  const columns = ids.map((id) => definition[id]);
  const isPlain = columns.every((column, index) => isColumn(column, ids[index]!) && column.header === undefined);
  const rows = Object.entries(records);
  if (view.type === 'cards' || ids.length === 0 || new Set(ids).size < ids.length || !isPlain) return undefined;
  if (rows.length === 0 || !rows.every(([, row]) => isRow(row))) return undefined;
  const sorted = (rows as [string, Row][]).sort(([, a], [, b]) => compare(a.orderIndex, b.orderIndex));
  const cells = new Map(fragments.map((fragment) => [fragment.fragment ?? fragment.key, fragment]));
  const shown = new Set<Fragment>();
  const cellOf = ({ type }: Column, value: unknown): Node | undefined => {
    if (value === undefined) return schema.node('table_cell', null, [schema.node('paragraph')]);
    if (type !== 'text') return schema.node('table_cell', null, [schema.node('cell_value', { type, value })]);
    const fragment = cells.get(value as string);
    if (!fragment || shown.has(fragment) || fragment.nodes.length === 0) return undefined;
    shown.add(fragment);
    const { nodes: blocks, ...own } = fragment;
    return schema.node('table_cell', { fragment: own }, blocks.map(blockOf));
  };
  const body: Node[] = [];
  for (const [record, { values, ...rest }] of sorted) {
    const made = (columns as Column[]).map((column) => cellOf(column, values[column.id]));
    if (made.includes(undefined)) return undefined;
    body.push(schema.node('table_row', { record, rest, values }, made as Node[]));
  }
  const head = (columns as Column[]).map((column) =>
    schema.node('table_header', { column }, column.title === '' ? [] : [schema.text(column.title)]),
  );
  const frame: Frame = { data, hidden: fragments.filter((fragment) => !shown.has(fragment)) };
  return schema.node('table', { key: key ?? null, data: {}, meta: meta ?? null, frame }, [
    schema.node('table_row', null, head),
    ...body,
  ]);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The data and fragments of a table; columns, records and cells that are new get names that are free. */
export function toTable(node: Node, blockOf: (node: Node) => Block): Pick<Block, 'data' | 'fragments'> {
  const { data, hidden } = node.attrs.frame as Frame;
  const [head, ...body] = node.content.content as [Node, ...Node[]];
  const before = { ...(data.definition as Record<string, Column> | undefined) };
  const ids = new Names(Object.keys(before), 'c');
  const rows = new Names(Object.keys((data.records as Data | undefined) ?? {}), 'r');
  const cells = new Names(cellNames(node), 'cell');
  for (const fragment of hidden) cells.take(nameOf(fragment));
  const columns = (head.content.content as Node[]).map((cell) => columnOf(cell, ids));
  const removed = ((data.view as { columns?: string[] } | undefined)?.columns ?? []).filter(
    (id) => !columns.some((column) => column.id === id),
  );
  for (const id of removed) delete before[id];
  const fragments: Fragment[] = [];
  const isOrdered = body.every((row, index) => index === 0 || orderOf(body[index - 1]!) < orderOf(row));
  const records = body.map((row, index): [string, Row] => {
    const values = { ...(row.attrs.values as Data) };
    for (const id of removed) delete values[id];
    columns.forEach((column, at) => {
      const value = valueOf(row.maybeChild(at) ?? undefined, column, cells, fragments, blockOf);
      if (value === undefined) delete values[column.id];
      else values[column.id] = value;
    });
    const record = rows.claim(row.attrs.record as string | null);
    const orderIndex = isOrdered ? orderOf(row) : String(index).padStart(6, '0');
    return [record, { ...(row.attrs.rest as object), orderIndex, values }];
  });
  const definition = { ...before, ...Object.fromEntries(columns.map((column) => [column.id, column])) };
  const view = { type: 'grid', ...(data.view as object), columns: columns.map(({ id }) => id) };
  return {
    data: { ...data, view, records: Object.fromEntries(records), definition },
    fragments: [...fragments, ...hidden],
  };
}

/** Empty for a new row, which is in no order yet. */
const orderOf = ({ attrs }: Node): string => (attrs.rest as { orderIndex?: string } | null)?.orderIndex ?? '';

/** The blocks of a cell; a title among the rows, as other editors have it, is a paragraph. */
function blocksOf(cell: Node | undefined): Node[] {
  if (!cell) return [];
  return cell.isTextblock ? [schema.node('paragraph', null, cell.content)] : (cell.content.content as Node[]);
}

const nameOf = ({ fragment, key }: Pick<Fragment, 'fragment' | 'key'>): string | undefined => fragment ?? key;

/** The names of the cells that the table came with. */
function cellNames(table: Node): string[] {
  const names: string[] = [];
  table.descendants(({ attrs }) => {
    const name = attrs.fragment ? nameOf(attrs.fragment as Fragment) : undefined;
    if (name !== undefined) names.push(name);
  });
  return names;
}

function columnOf(cell: Node, names: Names): Column {
  const column = cell.attrs.column as Column | null;
  const id = names.claim(column?.id ?? null);
  return { type: 'text', ...column, id, title: cell.textContent };
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
  const text = cell?.textContent.trim() ?? '';
  if (type !== 'text') {
    if (text === '') return undefined;
    return (type === 'number' || type === 'rating') && Number.isFinite(Number(text)) ? Number(text) : text;
  }
  const own = cell?.attrs.fragment as Fragment | null | undefined;
  const name = names.claim((own && nameOf(own)) ?? null);
  const written = blocks.filter((block) => block.type.name !== 'cell_value').map(blockOf);
  const isOwn = own && nameOf(own) === name;
  const base = isOwn ? own : ({ object: 'fragment', fragment: name } as Fragment);
  fragments.push({ ...base, nodes: written.length > 0 ? written : [blockOf(schema.node('paragraph'))] });
  return name;
}

/** Names in a table: one that came with it is used once, and others are free ones. */
class Names {
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

/** A new table of two columns and two rows below their titles. */
export const emptyTable = (columns = 2, rows = 2): Node =>
  schema.node(
    'table',
    { data: {}, frame: { data: { view: { type: 'grid', hideHeader: false } }, hidden: [] } satisfies Frame },
    [
      schema.node(
        'table_row',
        null,
        Array.from({ length: columns }, () => schema.node('table_header')),
      ),
      ...Array.from({ length: rows }, () =>
        schema.node(
          'table_row',
          null,
          Array.from({ length: columns }, () => schema.node('table_cell', null, [schema.node('paragraph')])),
        ),
      ),
    ],
  );
