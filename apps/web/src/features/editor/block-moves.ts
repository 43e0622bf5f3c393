import { Fragment, type ResolvedPos } from 'prosemirror-model';
import { NodeSelection, TextSelection, type Command, type EditorState } from 'prosemirror-state';
import { writtenCount } from './trailing-paragraph';

/** The innermost block with the cursor that has a sibling in that direction: a paragraph, a list item, or what is around them. */
function movable({ selection }: EditorState, by: 1 | -1): { $pos: ResolvedPos; index: number } | undefined {
  const { $from } = selection;
  const start = selection instanceof NodeSelection ? $from.depth : $from.depth - 1;
  for (let depth = start; depth >= 0; depth--) {
    const [parent, index] = [$from.node(depth), $from.index(depth)];
    // Rows and cells of tables are moved by no key, nor are the parts of a card or of an expandable block.
    if (/^(table|table_row|card|expandable)$/.test(parent.type.name)) continue;
    const count = depth === 0 ? writtenCount(parent) : parent.childCount;
    if (index + by < 0 || index + by >= count) continue;
    return { $pos: $from.doc.resolve($from.posAtIndex(index, depth)), index };
  }
  return undefined;
}

/** Moves the block with the cursor before the one before it, or behind the next one. */
export const moveBlock =
  (by: 1 | -1): Command =>
  (state, dispatch) => {
    const found = movable(state, by);
    if (!found) return false;
    const { $pos, index } = found;
    const block = $pos.parent.child(index);
    const other = $pos.parent.child(index + by);
    const start = by === 1 ? $pos.pos : $pos.pos - other.nodeSize;
    const nodes = by === 1 ? [other, block] : [block, other];
    if (!dispatch) return true;
    const { selection } = state;
    const shift = by === 1 ? other.nodeSize : -other.nodeSize;
    const transaction = state.tr.replaceWith(start, start + block.nodeSize + other.nodeSize, Fragment.from(nodes));
    transaction.setSelection(
      selection instanceof NodeSelection
        ? NodeSelection.create(transaction.doc, selection.from + shift)
        : TextSelection.create(transaction.doc, selection.anchor + shift, selection.head + shift),
    );
    dispatch(transaction.scrollIntoView());
    return true;
  };
