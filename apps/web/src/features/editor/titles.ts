import { Fragment, Slice, type Node, type NodeType } from 'prosemirror-model';
import { Selection, TextSelection, type Command, type EditorState, type Transaction } from 'prosemirror-state';
import { __pastedCells as cellsIn } from 'prosemirror-tables';
import { dropPoint } from 'prosemirror-transform';
import { inlineText } from './inline-text';
import { schema } from './schema';
import { nextCell } from './table-commands';

const { table_header, expandable_title, opaque_inline, opaque, divider } = schema.nodes;

/** Whether a node is the title of a column or of an expandable block: one line, which cannot become two blocks. */
const isTitle = ({ type }: Node): boolean => type === table_header || type === expandable_title;

/** Whether a block of text may hold inlines such as mentions. */
export const takesInlines = ({ inlineContent, type }: Node): boolean =>
  inlineContent && type.contentMatch.matchType(opaque_inline!) !== null;

/** From the title of a column to the next cell, and from that of an expandable block to its body. */
export const leaveTitle: Command = (state, dispatch, view) => {
  const { $from } = state.selection;
  if ($from.parent.type === table_header) return nextCell(state, dispatch, view);
  if ($from.parent.type !== expandable_title) return false;
  dispatch?.(state.tr.setSelection(Selection.near(state.doc.resolve($from.after() + 1))).scrollIntoView());
  return true;
};

/**
 * Puts pasted content into the title with the cursor, as one line; undefined where the cursor is in none, and for several cells of a
 * table in the title of a column: they take the places of the cells from there on.
 */
export function pasteIntoTitle({ selection, tr }: EditorState, slice: Slice): Transaction | undefined {
  if (!(selection instanceof TextSelection) || !isTitle(selection.$from.parent)) return undefined;
  if (selection.$from.parent.type === table_header && holdsCells(slice)) return undefined;
  tr.deleteSelection();
  return intoTitle(tr, tr.selection.from, slice).scrollIntoView();
}

/** Whether a slice is several cells. ProseMirror puts pasted lines into one cell where the cursor is in a title. */
function holdsCells(slice: Slice): boolean {
  const { width, height } = cellsIn(slice) ?? { width: 0, height: 0 };
  return width * height > 1;
}

/** Puts dropped text into the title at a position, as one line; undefined where no title is, and for whole blocks. */
export function dropIntoTitle(
  { doc, tr }: EditorState,
  at: number,
  slice: Slice,
  isMoved: boolean,
): Transaction | undefined {
  if (!isTitle(doc.resolve(at).parent) || slice.openStart === 0) return undefined;
  if (isMoved) tr.deleteSelection();
  const place = tr.mapping.map(at);
  return isTitle(tr.doc.resolve(place).parent) ? intoTitle(tr, place, slice) : undefined;
}

/** Blocks without text, such as pictures, stand beside the block with the title. */
function intoTitle(transaction: Transaction, at: number, slice: Slice): Transaction {
  const line = lineFor(transaction.doc.resolve(at).parent.type, slice);
  if (line.length > 0) transaction.replaceWith(at, at, line);
  const blocks = new Slice(line.length > 0 ? Fragment.from(withoutText(slice)) : slice.content, 0, 0);
  const beside = blocks.size > 0 ? dropPoint(transaction.doc, at, blocks) : null;
  return beside === null ? transaction : transaction.replace(beside, beside, blocks);
}

function withoutText({ content }: Slice): Node[] {
  const blocks: Node[] = [];
  content.descendants((node) => {
    if (node.type === opaque || node.type === divider) blocks.push(node);
  });
  return blocks;
}

/** The text of a slice in one line, with the marks and inlines that the title may hold. */
function lineFor(title: NodeType, { content }: Slice): Node[] {
  const line: Node[] = [];
  content.descendants((node) => {
    if (node.isTextblock && line.length > 0) line.push(schema.text(' '));
    if (!node.isInline) return;
    if (title.contentMatch.matchType(node.type) && !node.isText) line.push(node);
    else {
      const text = (node.text ?? inlineText(node)).replace(/\s+/g, ' ');
      if (text !== '') line.push(schema.text(text, title.allowedMarks(node.marks)));
    }
  });
  return line;
}
