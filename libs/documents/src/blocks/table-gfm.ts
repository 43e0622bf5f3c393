import type { Table as TableNode } from 'mdast';
import { isBalanced, scanTags } from '../html/tags';
import { escapeLine } from '../inlines/escape-markdown';
import { writePhrasing } from '../inlines/write-markdown';
import { paragraph } from '../model/build';
import type { Block } from '../model/model';
import { omit } from '../model/omit';
import { withoutImplied } from './conditions';
import { isEmptyParagraph } from './list';
import type { BlockReader, BlockWriter } from './reader';
import { headerOf, makeTable, tableOf, titleOf, type Definition } from '../model/table';
import { writeHtmlTable } from './table-html';

/** Tables as GFM writes them: text columns and cells of one line. */
export function readTable(node: TableNode, reader: BlockReader): Block {
  const [head, ...rows] = node.children;
  const columns = (head?.children ?? []).map((cell, index) => ({
    ...titleOf(reader.phrasing(cell.children)),
    type: 'text',
    textAlignment: node.align?.[index] ?? 'left',
    hidden: false,
  }));
  const cells = rows.map((row) =>
    columns.map((_, index) => {
      const cell = () => [paragraph(reader.phrasing(row.children[index]?.children ?? []))];
      return { blocks: reader.context.hide(cell) ?? [] };
    }),
  );
  return makeTable({ type: 'grid', hideHeader: false }, columns, cells, {});
}

export function writeTable(node: Block, writer: BlockWriter): string | undefined {
  return writeGfmTable(node, writer) ?? whole(writeHtmlTable(node, writer));
}

/** HTML in which everything that opens also closes: a kept tag in a cell can be half of an element. */
const whole = (html: string | undefined) => (html !== undefined && isBalanced(scanTags(html)) ? html : undefined);

function writeGfmTable(node: Block, writer: BlockWriter): string | undefined {
  const table = tableOf(node);
  if (!table || table.columns.length === 0 || table.hidden.size > 0 || Object.keys(node.data).length > 3)
    return undefined;
  const { type, hideHeader } = table.view;
  const options = omit(table.view, ['type', 'columns', 'hideHeader']);
  if (type !== 'grid' || hideHeader !== false || Object.keys(options).length > 0 || !table.columns.every(isPlainColumn))
    return undefined;
  const head = table.columns.map((column) => {
    const header = headerOf(table, column);
    if (header) return writePhrasing(header, writer.context, { oneLine: true });
    return escapeLine(column.title, { lineStart: false, lineEnd: false });
  });
  const rows: string[][] = [head];
  for (const { record } of table.records) {
    const cells = table.columns.map(({ id }) => writeLine(table.cells.get(record.values[id]) ?? [], writer));
    if (cells.some((cell) => cell === undefined)) return undefined;
    rows.push(cells as string[]);
  }
  if (rows.some((row) => row.some((cell) => !canStandInRow(cell)))) return undefined;
  const escaped = rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  return layOut(escaped, table.columns, writer.isCompact);
}

/** A bar ends a cell unless it is escaped, which means the same in text and code, but not in HTML and math (GFM 0.29, section 4.10). */
function canStandInRow(cell: string): boolean {
  if (cell.includes('\n')) return false;
  if (!cell.includes('|')) return true;
  const withoutCode = cell.includes('\\`') ? cell : cell.replace(/(`+)[^]*?\1/g, '');
  return !cell.includes('\\|') && !/<|\$\$/.test(withoutCode);
}

function isPlainColumn(column: Definition): boolean {
  const { title, type } = column;
  const options = omit(column, ['id', 'title', 'type', 'textAlignment', 'header']);
  return type === 'text' && title === title.trim() && Object.keys(options).length === 0;
}

/** The one line of a cell, or undefined when the cell needs more than that. */
function writeLine(blocks: Block[], writer: BlockWriter): string | undefined {
  const [only, ...more] = blocks.map(withoutImplied);
  if (!only) return '';
  if (more.length > 0 || only.type !== 'paragraph' || Object.keys(only.data).length > 0) return undefined;
  return isEmptyParagraph(only) ? '' : writePhrasing(only.nodes ?? [], writer.context, { oneLine: true });
}

/** Pads the columns to their widest cell, unless it is to be compact. */
function layOut(rows: string[][], columns: Definition[], isCompact: boolean): string {
  const widths = columns.map((_, index) =>
    isCompact ? 3 : rows.reduce((width, row) => Math.max(width, Math.min(80, row[index]?.length ?? 0)), 3),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, index) => (isCompact ? cell : cell.padEnd(widths[index] ?? 0))).join(' | ')} |`;
  const rules = columns.map(({ textAlignment }, index) => {
    const width = widths[index] ?? 3;
    if (textAlignment === 'center') return `:${'-'.repeat(width - 2)}:`;
    return textAlignment === 'right' ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width);
  });
  const [head = [], ...body] = rows;
  return [line(head), line(rules), ...body.map(line)].join('\n');
}
