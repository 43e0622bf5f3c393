import { NodeSelection, Plugin, TextSelection, type EditorState, type Transaction } from 'prosemirror-state';
import { schema } from './schema';

/**
 * Text that is typed while a block is selected, in a new paragraph behind the block: a picture is easily selected by a click
 * that was meant for the text beside it, and must not be lost by the next key. Undefined where no block is selected.
 */
export function textBehindBlock(state: EditorState, text: string): Transaction | undefined {
  const { selection } = state;
  if (!(selection instanceof NodeSelection) || !selection.node.isBlock) return undefined;
  const { $to } = selection;
  const paragraph = schema.node('paragraph', null, schema.text(text));
  // A part of a block, such as one of several pictures, has no paragraphs beside it: then the paragraph is behind the whole.
  for (let depth = $to.depth; depth >= 0; depth--) {
    const index = $to.indexAfter(depth);
    if (!$to.node(depth).canReplaceWith(index, index, paragraph.type)) continue;
    const position = depth === $to.depth ? $to.pos : $to.after(depth + 1);
    const transaction = state.tr.insert(position, paragraph);
    return transaction.setSelection(TextSelection.create(transaction.doc, position + 1 + text.length)).scrollIntoView();
  }
  return undefined;
}

export const typeBehindBlocks = new Plugin({
  props: {
    handleTextInput(view, _from, _to, text) {
      const transaction = textBehindBlock(view.state, text);
      if (transaction) view.dispatch(transaction);
      return transaction !== undefined;
    },
  },
});
