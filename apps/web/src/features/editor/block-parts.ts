import { Selection, TextSelection, type Command, type EditorState } from 'prosemirror-state';
import type { Node, NodeType } from 'prosemirror-model';
import { emptyCard } from './card-nodes';
import { schema } from './schema';

interface Part {
  /** The name of the part, as in "Add a tab". */
  name: string;
  /** A new part, to stand behind another one. */
  make(sibling: Node): Node;
}

const container = (type: NodeType, data: object) => (): Node => type.create({ data }, schema.node('paragraph'));

/** Parts that can be added to the block around them and taken away, by the name of their node. */
const parts: Record<string, Part> = {
  tabs_item: { name: 'tab', make: container(schema.nodes.tabs_item!, { title: 'New tab' }) },
  stepper_step: { name: 'step', make: container(schema.nodes.stepper_step!, {}) },
  column: { name: 'column', make: container(schema.nodes.column!, {}) },
  card: { name: 'card', make: (sibling) => emptyCard(cellsIn(sibling)) },
};

const cellsIn = (card: Node): number => card.children.filter(({ type }) => type === schema.nodes.card_cell).length;

/** The innermost part around the cursor, where it begins and ends, and how many its block has. */
export function partAt({ selection: { $from } }: EditorState) {
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth);
    const part = parts[node.type.name];
    if (part)
      return {
        ...part,
        node,
        start: $from.before(depth),
        end: $from.after(depth),
        count: $from.node(depth - 1).childCount,
      };
  }
  return undefined;
}

/** Adds a part behind the one with the cursor, such as a tab. */
export const addPart: Command = (state, dispatch) => {
  const part = partAt(state);
  if (!part) return false;
  const { make, node, end } = part;
  const transaction = state.tr.insert(end, make(node));
  dispatch?.(transaction.setSelection(TextSelection.near(transaction.doc.resolve(end + 2))).scrollIntoView());
  return true;
};

/** Takes the part with the cursor away, with the block around it where it is the last one. */
export const removePart: Command = (state, dispatch) => {
  const part = partAt(state);
  if (!part) return false;
  const { start, end, count } = part;
  const [from, to] = count > 1 ? [start, end] : [start - 1, end + 1];
  const transaction = state.tr;
  const { parent } = state.doc.resolve(from);
  if (parent.childCount === 1) transaction.replaceWith(from, to, schema.node('paragraph'));
  else transaction.delete(from, to);
  const $near = transaction.doc.resolve(Math.min(from, transaction.doc.content.size));
  dispatch?.(transaction.setSelection(Selection.near($near)).scrollIntoView());
  return true;
};

/** From the empty paragraph at the end of the last part, such as the last tab, to a new one behind the block of the part. */
export const leaveParts: Command = ({ selection, tr }, dispatch) => {
  const { $from, empty } = selection;
  const { depth, parent } = $from;
  const isEmpty = empty && parent.type === schema.nodes.paragraph && parent.content.size === 0;
  if (!isEmpty || depth < 3 || !/^(tabs_item|stepper_step|column|update)$/.test($from.node(-1).type.name)) return false;
  const [part, block] = [$from.node(-1), $from.node(-2)];
  if (part.childCount === 1 || part.lastChild !== parent || block.lastChild !== part) return false;
  const end = $from.after(-2);
  tr.insert(end, parent.type.create()).delete($from.before(), $from.after());
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(tr.mapping.map(end, -1)), 1)).scrollIntoView());
  return true;
};

/** To the next cell of the cards around the cursor, or to the one before. At the last or first one the key leads out of the text. */
export const moveToCardCell =
  (by: 1 | -1): Command =>
  (state, dispatch) => {
    const { $from } = state.selection;
    const depths = Array.from({ length: $from.depth }, (_, index) => $from.depth - index);
    const outer = depths.find((depth) => $from.node(depth).type === schema.nodes.cards);
    if (outer === undefined) return false;
    const places: number[] = [];
    $from.node(outer).descendants((node, position) => {
      if (node.type === schema.nodes.card_cell) places.push($from.start(outer) + position);
      return node.type === schema.nodes.card;
    });
    const at = places.findLastIndex((place) => place < $from.pos);
    const next = places[at + by];
    if (next === undefined) return false;
    dispatch?.(state.tr.setSelection(Selection.near(state.doc.resolve(next + 1))).scrollIntoView());
    return true;
  };
