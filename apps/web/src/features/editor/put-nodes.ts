import { NodeSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { Block, Inline } from '../../api/contracts';
import { insertBlock } from './commands';
import { schema } from './schema';

/** Puts a block where the cursor is, or in the place of the one at a position, whose key it takes. */
export function putBlock(view: EditorView, block: Block, at?: number): void {
  if (at === undefined) {
    insertBlock(() => schema.node('opaque', { block }))(view.state, view.dispatch);
    return;
  }
  const before = view.state.doc.nodeAt(at)?.attrs.block as Block | undefined;
  const transaction = view.state.tr.setNodeMarkup(at, null, {
    block: { ...block, ...(before?.key !== undefined && { key: before.key }) },
  });
  view.dispatch(transaction.setSelection(NodeSelection.create(transaction.doc, at)));
}

/** Puts an inline in the place of a range, with a space behind it unless there is one. */
export function putInline(view: EditorView, inline: Inline, { from, to }: { from: number; to: number }): void {
  const node = schema.node('opaque_inline', { inline });
  const isFollowed = /^\s/.test(view.state.doc.textBetween(to, Math.min(to + 1, view.state.doc.content.size)));
  const transaction = view.state.tr.replaceWith(from, to, isFollowed ? [node] : [node, schema.text(' ')]);
  view.dispatch(transaction.scrollIntoView());
  view.focus();
}
