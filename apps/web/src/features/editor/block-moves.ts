import type { ResolvedPos } from 'prosemirror-model';
import { NodeSelection, TextSelection, type Command, type EditorState } from 'prosemirror-state';
import { writtenCount } from './trailing-paragraph';

/** The blocks that move, from the child `first` of a node up to the child `end`, and where they begin. */
interface BlockRange {
  $start: ResolvedPos;
  first: number;
  end: number;
}

/**
 * The innermost blocks with the selection that have a sibling in that direction: paragraphs, list items, or what is around them.
 */
function movable({ selection }: EditorState, by: 1 | -1): BlockRange | undefined {
  const { $from, $to } = selection;
  const innermost =
    selection instanceof NodeSelection ? $from.depth : Math.min($from.depth - 1, $from.sharedDepth($to.pos));
  for (let depth = innermost; depth >= 0; depth--) {
    const [parent, first, end] = [$from.node(depth), $from.index(depth), $to.indexAfter(depth)];
    // Rows and cells of tables are moved by no key, nor are the parts of a card or of an expandable block.
    if (/^(table|table_row|card|expandable)$/.test(parent.type.name)) continue;
    const count = depth === 0 ? writtenCount(parent) : parent.childCount;
    if (by === 1 ? end >= count : first === 0) continue;
    return { $start: $from.doc.resolve($from.posAtIndex(first, depth)), first, end };
  }
  return undefined;
}

/** Moves the blocks with the selection before the block before them, or behind the next one. */
export const moveBlock =
  (by: 1 | -1): Command =>
  (state, dispatch) => {
    const found = movable(state, by);
    if (!found) return false;
    if (!dispatch) return true;
    const { $start, first, end } = found;
    const { parent, pos } = $start;
    const blocks = parent.children.slice(first, end);
    const size = blocks.reduce((sum, { nodeSize }) => sum + nodeSize, 0);
    const other = parent.child(by === 1 ? end : first - 1);
    const start = by === 1 ? pos : pos - other.nodeSize;
    const shift = by * other.nodeSize;
    const { selection } = state;
    const transaction = state.tr.replaceWith(
      start,
      start + size + other.nodeSize,
      by === 1 ? [other, ...blocks] : [...blocks, other],
    );
    const { doc } = transaction;
    transaction.setSelection(
      selection instanceof NodeSelection
        ? NodeSelection.create(doc, selection.from + shift)
        : TextSelection.between(doc.resolve(selection.anchor + shift), doc.resolve(selection.head + shift)),
    );
    dispatch(transaction.scrollIntoView());
    return true;
  };
