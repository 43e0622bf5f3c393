import { NodeSelection, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { Block, Inline } from '../../api/contracts';
import { insertBlock } from './commands';
import { schema } from './schema';

/** Puts a block where the cursor is, or in the place of the one at a position, of which it keeps all that it does not say itself. */
export function putBlock(view: EditorView, block: Block, at?: number): void {
  if (at === undefined) {
    insertBlock(() => schema.node('opaque', { block }))(view.state, view.dispatch);
    return;
  }
  const before = view.state.doc.nodeAt(at)?.attrs.block as Block | undefined;
  const transaction = view.state.tr.setNodeMarkup(at, null, { block: before ? changed(before, block) : block });
  view.dispatch(transaction.setSelection(NodeSelection.create(transaction.doc, at)));
}

/** A block of another type keeps the key alone. The facts that the platform found out about the block before are gone. */
function changed(before: Block, block: Block): Block {
  if (before.type !== block.type) return { ...block, ...(before.key !== undefined && { key: before.key }) };
  return { ...before, meta: undefined, ...block, data: { ...before.data, ...block.data } };
}

/** Puts an inline in the place of a range, with a space behind it unless there is one. */
export function putInline(view: EditorView, inline: Inline, { from, to }: { from: number; to: number }): void {
  const node = schema.node('opaque_inline', { inline });
  const isFollowed = /^\s/.test(view.state.doc.textBetween(to, Math.min(to + 1, view.state.doc.content.size)));
  const transaction = view.state.tr.replaceWith(from, to, isFollowed ? [node] : [node, schema.text(' ')]);
  view.dispatch(transaction.scrollIntoView());
  view.focus();
}

/** Changes the inline at a position, which keeps its key and its marks. */
export function changeInline(view: EditorView, inline: Inline, at: number): void {
  const { key } = view.state.doc.nodeAt(at)!.attrs.inline as Inline;
  const transaction = view.state.tr.setNodeMarkup(at, null, {
    inline: { ...(key !== undefined && { key }), ...inline },
  });
  // The cursor is behind it: what is typed next shall not replace it.
  transaction.setSelection(TextSelection.create(transaction.doc, at + 1));
  view.dispatch(transaction.scrollIntoView());
  view.focus();
}
