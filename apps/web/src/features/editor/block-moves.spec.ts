import { EditorState, NodeSelection, TextSelection } from 'prosemirror-state';
import { moveBlock } from './block-moves';
import { schema } from './schema';

const { paragraph, list_unordered, list_item, opaque } = schema.nodes;
const line = (text: string) => paragraph!.create(null, schema.text(text));
const opened = (...blocks: ReturnType<typeof line>[]) => EditorState.create({ doc: schema.node('doc', null, blocks) });
const at = (state: EditorState, text: string) => {
  let found = 0;
  state.doc.descendants((node, position) => void (node.text === text && (found = position)));
  return state.apply(state.tr.setSelection(TextSelection.create(state.doc, found)));
};
const moved = (state: EditorState, by: 1 | -1) => {
  let next = state;
  const isDone = moveBlock(by)(state, (transaction) => (next = state.apply(transaction)));
  return isDone ? next : undefined;
};

describe('a block', () => {
  it('changes places with the next one, and the cursor goes with it', () => {
    const state = moved(at(opened(line('one'), line('two')), 'one'), 1)!;
    expect([state.doc.child(0).textContent, state.selection.$from.parent.textContent]).toEqual(['two', 'one']);
    expect(moved(state, 1)).toBeUndefined();
    expect(moved(state, -1)!.doc.firstChild!.textContent).toBe('one');
  });

  it('is the item of a list until that is the last one, and then the list', () => {
    const item = (text: string) => list_item!.create(null, [line(text)]);
    const list = list_unordered!.create(null, [item('a'), item('b')]);
    const once = moved(at(opened(list, line('after')), 'a'), 1)!;
    expect(once.doc.firstChild!.textContent).toBe('ba');
    expect(moved(once, 1)!.doc.firstChild!.textContent).toBe('after');
  });

  it('moves with all others that the selection is in', () => {
    const state = opened(line('a'), line('bb'), line('c'));
    const selected = state.apply(state.tr.setSelection(TextSelection.create(state.doc, 1, 6)));
    const down = moved(selected, 1)!;
    expect(down.doc.children.map(({ textContent }) => textContent)).toEqual(['c', 'a', 'bb']);
    expect([down.selection.from, down.selection.to]).toEqual([4, 9]);
    expect(moved(down, 1)).toBeUndefined();
    expect(moved(down, -1)!.doc.eq(state.doc)).toBe(true);
  });

  it('may be one that the editor does not know', () => {
    const state = opened(
      line('one'),
      opaque!.create({ block: { object: 'block', type: 'x', isVoid: true, data: {} } }),
    );
    const selected = state.apply(state.tr.setSelection(NodeSelection.create(state.doc, 5)));
    const next = moved(selected, -1)!;
    expect([next.doc.firstChild!.type, next.selection.from]).toEqual([opaque, 0]);
  });
});
