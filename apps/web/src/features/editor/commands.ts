import { lift, setBlockType, splitBlockAs, wrapIn } from 'prosemirror-commands';
import type { Attrs, Node, NodeType } from 'prosemirror-model';
import { wrapInList } from 'prosemirror-schema-list';
import { TextSelection, type Command, type EditorState, type Selection } from 'prosemirror-state';
import { emptyCards } from './card-nodes';
import { schema } from './schema';

const {
  paragraph,
  heading,
  code_block,
  divider,
  hint,
  blockquote,
  list_unordered,
  list_ordered,
  list_tasks,
  list_item,
} = schema.nodes;

/** A block that is made another type is the same block: it keeps its key. */
export const keptAs =
  (type: NodeType, attributes?: object) =>
  (node: Node): Attrs => ({
    ...(node.type === type ? node.attrs : { key: (node.attrs.key as string | null | undefined) ?? null }),
    ...attributes,
  });

/** Makes each selected block of text one of a type. */
const setType =
  (type: NodeType, attributes?: object): Command =>
  (state, dispatch) => {
    // Asks whether the type is one for these blocks.
    if (!setBlockType(type, attributes)(state)) return false;
    const transaction = state.tr;
    for (const { $from, $to } of state.selection.ranges)
      transaction.setBlockType($from.pos, $to.pos, type, keptAs(type, attributes));
    dispatch?.(transaction.scrollIntoView());
    return true;
  };

export const setParagraph: Command = setType(paragraph!);

/** Makes the blocks headings; the other way round where the first one is that heading already. */
export const setHeading =
  (level: 1 | 2 | 3): Command =>
  (state, dispatch) => {
    const { parent } = state.selection.$from;
    const isThat = parent.type === heading && parent.attrs.level === level;
    return setType(isThat ? paragraph! : heading!, isThat ? undefined : { level })(state, dispatch);
  };

export const setCode: Command = (state, dispatch) =>
  setType(state.selection.$from.parent.type === code_block ? paragraph! : code_block!)(state, dispatch);

export const wrapInQuote: Command = (state, dispatch) =>
  isInside(state, blockquote!) ? lift(state, dispatch) : wrapIn(blockquote!)(state, dispatch);

export const wrapInHint =
  (style: string): Command =>
  (state, dispatch) =>
    isInside(state, hint!) ? lift(state, dispatch) : wrapIn(hint!, { data: { style } })(state, dispatch);

export const bulletList: Command = wrapInList(list_unordered!);
export const orderedList: Command = wrapInList(list_ordered!);

/** Wraps in a task list, whose items are not done. */
export const taskList: Command = (state, dispatch) =>
  wrapInList(list_tasks!)(
    state,
    dispatch &&
      ((transaction) => {
        transaction.doc.descendants((node, position, parent) => {
          if (
            node.type === list_item &&
            parent?.type === list_tasks &&
            (node.attrs.data as { checked?: boolean }).checked === undefined
          )
            transaction.setNodeMarkup(position, null, {
              ...node.attrs,
              data: { ...(node.attrs.data as object), checked: false },
            });
        });
        dispatch(transaction);
      }),
  );

/** Marks the task with the cursor as done, or not. */
export const toggleTask: Command = ({ selection: { $from }, tr }, dispatch) => {
  for (let depth = $from.depth; depth > 0; depth--) {
    const { type, attrs } = $from.node(depth);
    const data = attrs.data as { checked?: boolean } | undefined;
    if (type !== list_item || typeof data?.checked !== 'boolean') continue;
    dispatch?.(tr.setNodeMarkup($from.before(depth), null, { ...attrs, data: { ...data, checked: !data.checked } }));
    return true;
  }
  return false;
};

/**
 * Puts a block in place of the empty paragraph with the cursor, or after the block that has it. A paragraph follows a block in
 * which no text is typed, and one that would be the last, so that there is a place to go on.
 */
export const insertBlock =
  (make: () => Node): Command =>
  (state, dispatch) => {
    if (!dispatch) return true;
    const block = make();
    const place = placeOf(state.selection, block.type);
    if (!place) return false;
    const needsParagraph = block.isAtom || (!block.isTextblock && place.isLast);
    const transaction = state.tr.replaceWith(
      place.start,
      place.end,
      needsParagraph ? [block, paragraph!.create()] : [block],
    );
    transaction.setSelection(
      TextSelection.near(transaction.doc.resolve(place.start + (block.isAtom ? block.nodeSize + 1 : 1))),
    );
    dispatch(transaction.scrollIntoView());
    return true;
  };

/** Where a block goes for a selection: the innermost place that takes it; the title of an expandable block takes none. */
function placeOf(
  { $from, to }: Selection,
  type: NodeType,
): { start: number; end: number; isLast: boolean } | undefined {
  const isEmptyParagraph = $from.parent.type === paragraph && $from.parent.content.size === 0;
  const innermost = $from.parent.isTextblock ? $from.depth - 1 : $from.depth;
  for (let depth = innermost; depth >= 0; depth--) {
    const parent = $from.node(depth);
    const index = $from.indexAfter(depth);
    if (!parent.canReplaceWith(index, index, type)) continue;
    const end = depth === $from.depth ? to : $from.after(depth + 1);
    const isReplaced = isEmptyParagraph && depth === innermost;
    return { start: isReplaced ? $from.before() : end, end, isLast: index >= parent.childCount };
  }
  return undefined;
}

export const insertDivider = insertBlock(() => divider!.create());
export const insertTabs = insertBlock(() =>
  container('tabs', 'tabs_item', [{ title: 'First tab' }, { title: 'Second tab' }]),
);
export const insertStepper = insertBlock(() => container('stepper', 'stepper_step', [{}, {}]));
export const insertColumns = insertBlock(() => container('columns', 'column', [{}, {}]));
export const insertExpandable = insertBlock(() =>
  schema.node('expandable', null, [
    schema.node('expandable_title'),
    schema.node('expandable_body', null, [paragraph!.create()]),
  ]),
);

/** A code block that is drawn as a diagram. */
export const insertDiagram = insertBlock(() => code_block!.create({ data: { syntax: 'mermaid' } }));
export const insertFormula = insertBlock(() =>
  schema.node('opaque', { block: { object: 'block', type: 'math', isVoid: true, data: { formula: 'x^2' } } }),
);
export const insertCards = insertBlock(emptyCards);

const container = (type: string, part: string, data: object[]): Node =>
  schema.node(
    type,
    null,
    data.map((one) => schema.node(part, { data: one }, [paragraph!.create()])),
  );

export function isInside({ selection: { $from } }: EditorState, type: NodeType): boolean {
  for (let depth = $from.depth; depth > 0; depth--) if ($from.node(depth).type === type) return true;
  return false;
}

/** A line above the text with the cursor at its start: the text stays the block that it is, with its comments. */
export const insertLineAbove: Command = ({ selection, tr }, dispatch) => {
  const { $from, empty } = selection;
  const { parent } = $from;
  const isAtStart = empty && $from.parentOffset === 0 && parent.content.size > 0;
  if (!isAtStart || (parent.type !== paragraph && parent.type !== heading)) return false;
  dispatch?.(tr.insert($from.before(), paragraph!.create()).scrollIntoView());
  return true;
};

/** Splits a block that has an id or a source of its own. They stay with the first half. */
export const splitNamed: Command = (state, dispatch) => {
  const { parent } = state.selection.$from;
  const { id, source, ...data } = (parent.attrs.data ?? {}) as Record<string, unknown>;
  if ((parent.type !== paragraph && parent.type !== heading) || (id === undefined && source === undefined))
    return false;
  return splitBlockAs(({ type, attrs }, atEnd) => (atEnd ? null : { type, attrs: { ...attrs, data } }))(
    state,
    dispatch,
  );
};
