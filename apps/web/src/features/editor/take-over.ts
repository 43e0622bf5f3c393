import { closeHistory } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import { TextSelection, type EditorState, type Transaction } from 'prosemirror-state';
import type { Block } from '../../api/contracts';
import { withoutKeys } from '../documents/without-keys';
import { runsOf } from '../changes/word-diff';
import { Origins } from './origins';
import { toDocument } from './to-document';

const takenOver = 'taken over';

/** Whether a transaction brings in what others wrote. */
export const isTakenOver = (transaction: Transaction): boolean => transaction.getMeta(takenOver) === true;

/**
 * Makes the document of the editor another one, of the same page with what others wrote. Blocks that are the same in both stay as
 * they are, with the cursor and the undo history. The writer cannot undo the changes of others, unless they chose them.
 */
export function takeOver(state: EditorState, next: Node, { isUndoable = false } = {}): Transaction {
  const transaction = state.tr.setMeta(takenOver, true);
  if (isUndoable) closeHistory(transaction);
  else transaction.setMeta('addToHistory', false);
  const removed: { from: number; to: number }[] = [];
  const rest = [...state.doc.children];
  let position = 0;
  for (const { kind, items } of runsOf(withText(state.doc), withText(next), (a, b) => a.text === b.text)) {
    const nodes = kind === 'inserted' ? items.map(({ node }) => node) : rest.splice(0, items.length);
    const end = position + nodes.reduce((size, { nodeSize }) => size + nodeSize, 0);
    if (kind === 'inserted') transaction.insert(position, nodes);
    if (kind === 'removed') removed.push({ from: position, to: end });
    position = end;
  }
  // Old blocks are deleted last, as a document is never empty.
  for (const { from, to } of removed.reverse()) transaction.delete(from, to);
  return withCursor(transaction, state).setStoredMarks(state.storedMarks);
}

/**
 * The blocks of a document with the text by which they are compared: what is written of them. The second half of a paragraph that
 * was split still has the key of the first one in the editor, and a new table no names yet.
 */
function withText(doc: Node) {
  const { nodes } = toDocument(doc, new Origins(), {});
  return doc.children.map((node, index) => ({ node, text: JSON.stringify(nodes[index]) }));
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

/**
 * Gives the blocks of the editor the keys, and the parts of its tables the names, that the platform has given them with a save.
 * Blocks in which text was typed since keep theirs.
 */
export function takeKeys(state: EditorState, saved: Node): Transaction {
  const transaction = state.tr.setMeta('addToHistory', false).setMeta(takenOver, true);
  const visit = (own: Node, other: Node, start: number) => {
    let position = start;
    for (const [index, child] of own.children.entries()) {
      const match = other.maybeChild(index);
      if (match && child.type === match.type && child.textContent === match.textContent) {
        for (const name of named)
          if (isNamedAnew(name, child.attrs[name], match.attrs[name]))
            transaction.setNodeAttribute(position, name, match.attrs[name]);
        if (!child.isTextblock && !child.isLeaf) visit(child, match, position + 1);
      }
      position += child.nodeSize;
    }
  };
  visit(state.doc, saved, 0);
  return transaction.setStoredMarks(state.storedMarks);
}

/** The attributes of nodes in which the platform gives keys, and names to new rows, columns and cells. */
const named = ['key', 'block', 'record', 'rest', 'column', 'fragment'];

function isNamedAnew(attribute: string, own: unknown, other: unknown): boolean {
  if (other === null || other === undefined || own === undefined) return false;
  if (own === null || attribute === 'key') return own !== other;
  return !isSame(own, other) && isSame(withoutKeys(own), withoutKeys(other));
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const keyOf = ({ attrs }: Node): string | undefined =>
  (attrs.key as string | null | undefined) ?? (attrs.block as Block | undefined)?.key;
