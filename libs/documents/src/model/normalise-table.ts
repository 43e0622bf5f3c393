import { fragment, paragraph } from './build';
import { headerName, headerOf, imageOf, tableOf, titleOf, type Definition, type Table } from './table';
import type { Block, Data, Fragment } from './model';

/** Gives the columns, records and cells of a table their names by position; see `normalise`. */
export function normaliseTable(node: Block): Block {
  const table = tableOf(node);
  if (!table) return node;
  const names = new Map(table.columns.map(({ id }, index) => [id, `c${index + 1}`]));
  const fragments: Fragment[] = [];
  const records = table.records.map(({ record }, row) => {
    const values: Data = {};
    for (const column of table.columns) {
      const name = names.get(column.id) ?? column.id;
      const value = cellOf(table, column, record.values[column.id], `r${row + 1}${name}`, fragments);
      if (value !== undefined) values[name] = value;
    }
    return [`r${row + 1}`, { orderIndex: String(row).padStart(6, '0'), values }] as const;
  });
  const definition = table.columns.map(({ header: _header, ...column }) => {
    const id = names.get(column.id) ?? column.id;
    const header = headerOf(table, { ...column, header: _header } as Definition);
    const said = header && titleOf(header).header;
    if (!said) return [id, { ...column, id }] as const;
    fragments.push(fragment(headerName(id), undefined, [paragraph(said)]));
    return [id, { ...column, id, header: headerName(id) }] as const;
  });
  const view = renameView(table.view, names, table.hidden);
  return {
    ...node,
    data: { ...node.data, view, records: Object.fromEntries(records), definition: Object.fromEntries(definition) },
    fragments,
  };
}

function cellOf(table: Table, column: Definition, value: unknown, name: string, fragments: Fragment[]): unknown {
  if (column.type === 'text') {
    const blocks = table.cells.get(value) ?? [];
    fragments.push(fragment(name, undefined, blocks.length > 0 ? blocks : [emptyCell()]));
    return name;
  }
  if (value === undefined || value === null || value === '') return undefined;
  if (['select', 'users', 'files'].includes(column.type)) {
    const list: unknown[] = Array.isArray(value) ? value : [value];
    return list.length > 0 ? list : undefined;
  }
  const image = column.type === 'image' ? imageOf(value) : undefined;
  return image && !image.objectFit && !image.alt ? image.ref : value;
}

const emptyCell = (): Block => ({
  object: 'block',
  type: 'paragraph',
  isVoid: false,
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: '', marks: [] }] }],
});

function renameView(view: Data, names: Map<string, string>, hidden: Set<string>): Data {
  const rename = (id: unknown) => (typeof id === 'string' ? (names.get(id) ?? id) : id);
  const result: Data = { ...view, columns: [...names].filter(([id]) => !hidden.has(id)).map(([, name]) => name) };
  for (const key of ['targetDefinition', 'coverDefinition', 'coverDefinitionDark'])
    if (view[key] !== undefined) result[key] = rename(view[key]);
  if (view.columnWidths !== undefined) {
    result.columnWidths = Object.fromEntries(
      Object.entries(view.columnWidths as Data).map(([id, width]) => [rename(id), width]),
    );
  }
  return Object.fromEntries(Object.entries(result).filter(([, value]) => value !== undefined));
}
