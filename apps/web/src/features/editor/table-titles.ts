import type { Node } from 'prosemirror-model';
import { Plugin, type Transaction } from 'prosemirror-state';
import { inlineText } from './inline-text';
import { schema } from './schema';

const { table, table_header, table_cell, paragraph } = schema.nodes;

/**
 * Keeps titles in the first row of each table, and in no other one: cells of other tables may be pasted anywhere. A title that
 * takes the place of another one keeps its column, so that the values below it stay what they are.
 */
export const tableTitles = new Plugin({
  appendTransaction(transactions, { doc: before }, { doc, tr }) {
    if (!transactions.some(({ docChanged }) => docChanged)) return null;
    doc.descendants((node, position) => {
      if (node.type === table) titled(tr, node, position, () => columnsAt(before, transactions, position));
      return !node.isTextblock;
    });
    return tr.docChanged ? tr : null;
  },
});

function titled(transaction: Transaction, node: Node, position: number, columnsBefore: () => unknown[]): void {
  node.forEach((row, offset, index) =>
    row.forEach((cell, inRow, column) => {
      const isFirst = index === 0;
      if ((cell.type === table_header) === isFirst) return;
      const made = isFirst ? titleOf(cell, columnsBefore()[column]) : cellOf(cell);
      const start = transaction.mapping.map(position + offset + inRow + 2);
      transaction.replaceWith(start, start + cell.nodeSize, made);
    }),
  );
}

function titleOf({ content, attrs }: Node, column: unknown): Node {
  const text = content.textBetween(0, content.size, ' ', inlineText).replace(/\s+/g, ' ').trim();
  const { colspan, rowspan } = attrs;
  return table_header!.create({ colspan, rowspan, column: column ?? null }, text === '' ? null : schema.text(text));
}

function cellOf({ content, attrs }: Node): Node {
  const { colspan, rowspan } = attrs;
  return table_cell!.create({ colspan, rowspan }, paragraph!.create(null, content));
}

/** The columns of the table that stood at a position before; none for a table that was put before another one. */
function columnsAt(before: Node, transactions: readonly Transaction[], position: number): unknown[] {
  const at = transactions.reduceRight((place, { mapping }) => mapping.invert().map(place), position);
  const now = transactions.reduce((place, { mapping }) => mapping.map(place), at);
  const node = now === position && at <= before.content.size ? before.nodeAt(at) : null;
  if (!node || node.type !== table) return [];
  return node.firstChild!.children.map(({ attrs }) => attrs.column as unknown);
}
