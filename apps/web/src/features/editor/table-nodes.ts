import type { Node } from 'prosemirror-model';
import type { Block } from '../../api/contracts';
import { isObject } from '../../api/is-object';
import { schema } from './schema';
import { Names, readTable, writeRows, type Column, type Frame } from './table-data';

/** A table as rows of cells below a row with the titles of the columns; undefined for one that the editor cannot show whole. */
export function fromTable(block: Block, blockOf: (block: Block) => Node): Node | undefined {
  const { key, data, meta } = block;
  if (isObject(data.view) && data.view.type === 'cards') return undefined;
  const table = readTable(block, { cell: 'table_cell', blockOf });
  if (!table) return undefined;
  const { columns, rows, frame } = table;
  const head = columns.map((column) =>
    schema.node('table_header', { column }, column.title === '' ? [] : [schema.text(column.title)]),
  );
  return schema.node('table', { key: key ?? null, data: {}, meta: meta ?? null, frame }, [
    schema.node('table_row', null, head),
    ...rows.map(({ attributes, cells }) => schema.node('table_row', attributes, cells)),
  ]);
}

/** The data and fragments of a table; columns that are new get names that are free. */
export function toTable(node: Node, blockOf: (node: Node) => Block): Pick<Block, 'data' | 'fragments'> {
  const frame = node.attrs.frame as Frame;
  const { data } = frame;
  const [head, ...body] = node.children as readonly [Node, ...Node[]];
  const before = { ...(data.definition as Record<string, Column> | undefined) };
  const names = new Names(Object.keys(before), 'c');
  const shown = (data.view as { columns?: string[] } | undefined)?.columns ?? [];
  // A title that was pasted from another table may have the id of a hidden column.
  for (const id of Object.keys(before)) if (!shown.includes(id)) names.take(id);
  const columns = head.children.map((cell) => columnOf(cell, names));
  const removed = shown.filter((id) => !columns.some((column) => column.id === id));
  for (const id of removed) delete before[id];
  const cellsOf = (row: Node) => row.children;
  const { records, fragments } = writeRows(body, { columns, frame, cellsOf, removed, blockOf });
  const definition = { ...before, ...Object.fromEntries(columns.map((column) => [column.id, column])) };
  const view = { type: 'grid', ...(data.view as object), columns: columns.map(({ id }) => id) };
  return { data: { ...data, view, records, definition }, fragments };
}

function columnOf(cell: Node, names: Names): Column {
  const column = cell.attrs.column as Column | null;
  const id = names.claim(column?.id ?? null);
  return { ...(column ?? { type: 'text', textAlignment: 'left' }), id, title: cell.textContent };
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
