import type { NodeSpec } from 'prosemirror-model';
import { jsonAttribute, readJSON } from './json-attributes';

/** Cells of the API span nothing; the commands for tables ask for it all the same. */
const spans = { colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: { default: null } };

/** Tables: the first row holds the titles of the columns. See `table-nodes`. */
export const tableNodes: Record<string, NodeSpec> = {
  table: {
    content: 'table_row+',
    tableRole: 'table',
    isolating: true,
    group: 'block',
    attrs: {
      key: { default: null },
      data: { default: {} },
      meta: { default: null },
      frame: { default: { data: { view: { type: 'grid', hideHeader: false } }, hidden: [] } },
    },
    toDOM: ({ attrs }) => [
      'div',
      { class: 'table-scroll' },
      ['table', jsonAttribute('table-frame', attrs.frame), ['tbody', 0]],
    ],
    parseDOM: [{ tag: 'table', getAttrs: (element) => ({ frame: readJSON(element, 'table-frame') }) }],
  },
  table_row: {
    content: '(table_cell | table_header)*',
    tableRole: 'row',
    attrs: { record: { default: null }, rest: { default: null }, values: { default: {} } },
    toDOM: ({ attrs }) => ['tr', jsonAttribute('table-row', attrs), 0],
    parseDOM: [
      // A row keeps the values besides its cells only within its own table.
      {
        tag: 'tr',
        getAttrs: (row) => (row.closest('[data-table-frame]') && readJSON(row, 'table-row')) ?? null,
      },
    ],
  },
  table_header: {
    content: 'text*',
    marks: '',
    tableRole: 'header_cell',
    isolating: true,
    attrs: { ...spans, column: { default: null } },
    toDOM: ({ attrs }) => [
      'th',
      {
        scope: 'col',
        ...(isOfType(attrs.column) && { 'data-column-type': attrs.column.type }),
        ...jsonAttribute('table-column', attrs.column),
      },
      0,
    ],
    parseDOM: [{ tag: 'th', getAttrs: (element) => ({ column: readJSON(element, 'table-column') }) }],
  },
  table_cell: {
    content: '(block+ | cell_value)',
    tableRole: 'cell',
    isolating: true,
    attrs: { ...spans, fragment: { default: null } },
    toDOM: () => ['td', 0],
    parseDOM: [{ tag: 'td' }],
  },
  /** The value of a cell whose column has another type than text: shown, and kept as it is. */
  cell_value: {
    atom: true,
    selectable: true,
    attrs: { type: {}, value: {} },
    toDOM: ({ attrs }) => ['div', { 'data-cell': JSON.stringify(attrs) }],
    parseDOM: [{ tag: 'div[data-cell]', getAttrs: (element) => readJSON(element, 'cell') ?? false }],
  },
};

const isOfType = (column: unknown): column is { type: string } =>
  typeof (column as { type?: unknown } | null)?.type === 'string' && (column as { type: string }).type !== 'text';
