import { attributes, element, escapeHtml } from '../html/escape';
import { elementsOf, findElement, isBlank, textOf, type HtmlElement } from '../html/fragment';
import { readHtmlInlines } from '../inlines/read-html';
import { writeHtmlInlines } from '../inlines/write-html';
import type { ReadContext } from '../model/context';
import type { Block, Data } from '../model/model';
import { omit } from '../model/omit';
import { readCell, writeCell } from './table-cells';
import {
  headerOf,
  makeTable,
  tableOf,
  titleOf,
  type Column,
  type Definition,
  type NewView,
  type Table,
  type View,
} from '../model/table';
import type { BlockWriter } from './reader';

/** Tables as HTML: for cards, typed or hidden columns, widths, and cells of more than one paragraph. */
export function readHtmlTable(
  node: HtmlElement,
  context: ReadContext,
  blocks: (cell: HtmlElement) => Block[],
): Block | undefined {
  const rows = rowsOf(node);
  const thead = elementsOf(node).find(({ name }) => name === 'thead');
  const heading = (thead && elementsOf(thead)[0]) ?? rows.slice(0, 1).find(hasHeader);
  if (!heading || elementsOf(heading).length === 0) return undefined;
  const grid = gridOf(rows);
  if (!grid) return undefined;
  const head = grid[rows.indexOf(heading)]!;
  const width = grid.reduce((most, row) => Math.max(most, lengthOf(row)), head.length);
  const cells = Array.from({ length: width }, (_, index) => head[index] ?? nothing);
  const columns = cells.map((cell) => readColumn(cell, context));
  // Further rows of a head say something as well.
  const body = grid.filter((_, index) => rows[index] !== heading);
  const records = body.map((row) =>
    row.slice(0, width).map((cell, index) => readCell(cell, columns[index]!, context, blocks)),
  );
  return makeTable(readView(node, cells), columns, records, readMore(node));
}

/** Up to the last cell that holds something. */
const lengthOf = (row: HtmlElement[]): number => row.findLastIndex(({ children }) => !children.every(isBlank)) + 1;

const hasHeader = (row: HtmlElement): boolean => elementsOf(row).some(({ name }) => name === 'th');

function rowsOf(node: HtmlElement): HtmlElement[] {
  return elementsOf(node).flatMap((child) =>
    child.name === 'tr'
      ? [child]
      : ['thead', 'tbody', 'tfoot'].includes(child.name)
        ? elementsOf(child).filter(({ name }) => name === 'tr')
        : [],
  );
}

/** Far more than any page shows; a small number in a `colspan` could make a huge table. */
const maximumColumns = 100;

/** The further places of a cell that spans several hold this. */
const nothing: HtmlElement = {
  kind: 'element',
  name: 'td',
  attributes: {},
  children: [],
  open: '',
  close: '',
  source: '',
};

/**
 * The cells of each row by their columns. A cell that spans several stands in the first of them (HTML, "Forming a table"). Undefined
 * for a cell that reaches beyond the maximum of columns.
 */
function gridOf(rows: HtmlElement[]): HtmlElement[][] | undefined {
  /** The rows that a cell above still covers, by column. */
  const covered: number[] = [];
  const grid: HtmlElement[][] = [];
  for (const row of rows) {
    const line: HtmlElement[] = [];
    const skipCovered = () => {
      for (let column = line.length; (covered[column] ?? 0) > 0; column++) {
        covered[column]!--;
        line.push(nothing);
      }
    };
    for (const cell of elementsOf(row)) {
      skipCovered();
      const span = spanOf(cell.attributes.colspan);
      if (line.length + span > maximumColumns) return undefined;
      for (let index = 0; index < span; index++) {
        covered[line.length] = spanOf(cell.attributes.rowspan) - 1;
        line.push(index === 0 ? cell : nothing);
      }
    }
    for (let column = line.length; column < covered.length; column++)
      covered[column] = Math.max(0, (covered[column] ?? 0) - 1);
    grid.push(line);
  }
  return grid;
}

const spanOf = (value: string | undefined): number =>
  Math.min(maximumColumns, Math.max(1, Number.parseInt(value ?? '1', 10) || 1));

const knownColumnAttributes = new Set(
  'align valign width colspan rowspan data-hidden data-type data-multiple data-max data-card-target data-card-cover data-card-cover-dark'.split(
    ' ',
  ),
);
const alignments = new Set(['left', 'center', 'right']);
const verticalAlignments = new Set(['top', 'middle', 'bottom']);

function readColumn(cell: HtmlElement, context: ReadContext): Column {
  const { attributes: values } = cell;
  const select = findElement(cell.children, 'select');
  const header = cell.children.filter((child) => child !== select);
  const title = textOf(header).replace(/\s*\n\s*/g, ' ');
  const type = values['data-type'] ?? (select ? 'select' : 'text');
  const more = unknownAttributes(values, knownColumnAttributes);
  return {
    ...titleOf(readHtmlInlines(header, context), title),
    type,
    hidden: values['data-hidden'] !== undefined,
    ...(type === 'text' ? textColumn(values) : {}),
    ...(type === 'users' ? { multiple: values['data-multiple'] !== undefined } : {}),
    ...(type === 'rating' ? { max: Number(values['data-max'] ?? 5) } : {}),
    ...(type === 'select' ? { multiple: select?.attributes.multiple !== undefined, options: readOptions(select) } : {}),
    ...(more ? { attributes: more } : {}),
  };
}

function textColumn({ align, valign }: Record<string, string>): Data {
  return {
    textAlignment: align !== undefined && alignments.has(align) ? align : 'left',
    ...(valign !== undefined && verticalAlignments.has(valign) ? { verticalAlignment: valign } : {}),
  };
}

function readOptions(select: HtmlElement | undefined): Data[] {
  return (select ? elementsOf(select) : []).map(({ attributes: option }) => ({
    value: option.value ?? '',
    label: option.label ?? '',
    color: option.color ?? '',
  }));
}

function unknownAttributes(values: Record<string, string>, known: Set<string>): Data | undefined {
  const rest = Object.entries(values).filter(([name]) => !known.has(name));
  return rest.length > 0 ? Object.fromEntries(rest) : undefined;
}

const flagOf = (value: string | undefined) => value !== undefined && value !== 'false';

function readView(node: HtmlElement, cells: HtmlElement[]): NewView {
  const { attributes: values } = node;
  const columnWith = (name: string) => {
    const index = cells.findIndex((cell) => cell.attributes[name] !== undefined);
    return index < 0 ? undefined : `c${index + 1}`;
  };
  if (values['data-view'] === 'cards') {
    return defined({
      type: 'cards',
      cardSize: values['data-card-size'] ?? 'medium',
      targetDefinition: columnWith('data-card-target'),
      coverDefinition: columnWith('data-card-cover'),
      coverDefinitionDark: columnWith('data-card-cover-dark'),
      hideColumnTitle:
        values['data-column-title-hidden'] === undefined ? undefined : flagOf(values['data-column-title-hidden']),
    });
  }
  const widths = cells.flatMap((cell, index) =>
    cell.attributes.width ? [[`c${index + 1}`, Number(cell.attributes.width)] as const] : [],
  );
  return defined({
    type: 'grid',
    columnWidths:
      widths.length > 0 && widths.every(([, width]) => Number.isFinite(width)) ? Object.fromEntries(widths) : undefined,
    hideHeader: flagOf(values['data-header-hidden']),
    useNewSizing: values['data-new-sizing'] === undefined ? undefined : flagOf(values['data-new-sizing']),
  });
}

function defined<T extends Data>(values: T): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
}

const knownTableAttributes = new Set(
  'data-view data-card-size data-column-title-hidden data-header-hidden data-new-sizing data-full-width data-search data-more'.split(
    ' ',
  ),
);

function readMore({ attributes: values }: HtmlElement): Data {
  const more = unknownAttributes(values, knownTableAttributes);
  return {
    ...(values['data-full-width'] === undefined ? {} : { fullWidth: flagOf(values['data-full-width']) }),
    ...(values['data-search'] === undefined ? {} : { search: flagOf(values['data-search']) }),
    ...(more ? { attributes: more } : {}),
    ...parseMore(values['data-more']),
  };
}

function parseMore(json: string | undefined): Data {
  try {
    const value: unknown = JSON.parse(json ?? '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Data) : {};
  } catch {
    return {};
  }
}

/** Writes a table as HTML on one line; undefined when its data is not that of a table. */
export function writeHtmlTable(node: Block, writer: BlockWriter): string | undefined {
  const table = tableOf(node);
  if (!table || table.columns.length === 0) return undefined;
  const head = table.columns.map((column) => writeColumn(column, table, writer)).join('');
  const body = table.records.map(({ record }) => {
    const cells = table.columns.map((column) =>
      element('td', sideAttributes(column), writeCell(table, column, record.values[column.id], writer)),
    );
    return element('tr', {}, cells.join(''));
  });
  return element(
    'table',
    tableAttributes(node, table.view),
    element('thead', {}, element('tr', {}, head)) + element('tbody', {}, body.join('')),
  );
}

function tableAttributes({ data }: Block, view: View) {
  const { fullWidth, search, attributes: kept } = data;
  const more = omit(data, ['view', 'records', 'definition', 'fullWidth', 'search', 'attributes']);
  const cards = view.type === 'cards';
  return {
    ...keptAttributes(kept),
    'data-view': cards ? 'cards' : undefined,
    'data-card-size': cards && view.cardSize !== 'medium' ? String(view.cardSize) : undefined,
    'data-column-title-hidden': text(view.hideColumnTitle),
    'data-header-hidden': !cards && view.hideHeader === true ? 'true' : undefined,
    'data-new-sizing': text(view.useNewSizing),
    'data-full-width': text(fullWidth),
    'data-search': text(search),
    'data-more': Object.keys(more).length > 0 ? JSON.stringify(more) : undefined,
  };
}

const text = (value: unknown) => (value === undefined ? undefined : String(value));

function keptAttributes(kept: unknown): Record<string, string> {
  const entries = Object.entries((kept ?? {}) as Data).filter(([name]) => /^[a-z][\w-]*$/.test(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

function sideAttributes({ type, textAlignment, verticalAlignment }: Definition) {
  if (type !== 'text') return {};
  return { align: textAlignment === 'left' ? undefined : text(textAlignment), valign: text(verticalAlignment) };
}

function writeColumn(column: Definition, table: Table, writer: BlockWriter): string {
  const { view, hidden } = table;
  const widths = (view.columnWidths ?? {}) as Data;
  const values = {
    ...keptAttributes(column.attributes),
    width: text(widths[column.id]),
    ...sideAttributes(column),
    'data-hidden': hidden.has(column.id),
    'data-card-target': view.targetDefinition === column.id,
    'data-card-cover': view.coverDefinition === column.id,
    'data-card-cover-dark': view.coverDefinitionDark === column.id,
    'data-type': column.type === 'text' ? undefined : column.type,
    'data-multiple': column.type === 'users' && column.multiple === true,
    'data-max': column.type === 'rating' ? text(column.max) : undefined,
  };
  const select = column.type === 'select' ? writeOptions(column) : '';
  const header = headerOf(table, column);
  const title = header ? writeHtmlInlines(header, writer.context) : escapeHtml(column.title);
  return element('th', values, title + select);
}

function writeOptions({ options, multiple }: Definition): string {
  const list = Array.isArray(options) ? (options as Data[]) : [];
  const written = list.map(
    ({ value, label, color }) =>
      `<option${attributes({ value: text(value), label: text(label), color: text(color) })}></option>`,
  );
  return element('select', { multiple: multiple === true }, written.join(''));
}
