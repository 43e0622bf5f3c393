import type { Node } from 'prosemirror-model';
import { TextSelection, type EditorState, type Transaction } from 'prosemirror-state';
import type { Block } from '../../api/contracts';
import { runsOf } from '../changes/word-diff';

const takenOver = 'taken over';

/** Whether a transaction brings in what others wrote. */
export const isTakenOver = (transaction: Transaction): boolean => transaction.getMeta(takenOver) === true;

/**
 * Makes the document of the editor another one, of the same page with what others wrote. Blocks that are the same in both stay as
 * they are, with the cursor and the undo history; what is taken over cannot be undone by the writer.
 */
export function takeOver(state: EditorState, next: Node): Transaction {
  const transaction = state.tr.setMeta('addToHistory', false).setMeta(takenOver, true);
  const removed: { from: number; to: number }[] = [];
  let position = 0;
  for (const { kind, items } of runsOf(state.doc.children, next.children, (a, b) => a.eq(b))) {
    const end = position + items.reduce((size, { nodeSize }) => size + nodeSize, 0);
    if (kind === 'inserted') transaction.insert(position, items);
    if (kind === 'removed') removed.push({ from: position, to: end });
    position = end;
  }
  // What goes is deleted last, as a document is never empty.
  for (const { from, to } of removed.reverse()) transaction.delete(from, to);
  return withCursor(transaction, state);
}

/** Puts the cursor where it was in its block, if the block itself was replaced by what another made of it. */
function withCursor(transaction: Transaction, { selection: { $head } }: EditorState): Transaction {
  const block = $head.depth > 0 ? $head.node(1) : undefined;
  const key = block && keyOf(block);
  if (key === undefined || transaction.doc.children.includes(block!)) return transaction;
  let start = 0;
  for (const child of transaction.doc.children) {
    if (keyOf(child) === key) {
      const place = Math.min(start + $head.pos - $head.before(1), start + child.nodeSize - 1);
      return transaction.setSelection(TextSelection.near(transaction.doc.resolve(place), -1));
    }
    start += child.nodeSize;
  }
  return transaction;
}

const keyOf = ({ attrs }: Node): string | undefined =>
  (attrs.key as string | null | undefined) ?? (attrs.block as Block | undefined)?.key;
