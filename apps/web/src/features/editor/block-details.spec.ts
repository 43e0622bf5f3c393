import { EditorState, NodeSelection, TextSelection } from 'prosemirror-state';
import type { Block } from '../../api/contracts';
import { detailsAgain, detailsAt } from './block-details';
import { fromDocument } from './from-document';
import { Origins } from './origins';
import { takeKeys } from './take-over';

const hint = (style: string, key?: string): Block => ({
  object: 'block',
  type: 'hint',
  ...(key && { key }),
  isVoid: false,
  data: { style },
  nodes: [{ object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes: [] }],
});
const formula = (key: string): Block => ({ object: 'block', type: 'math', key, isVoid: true, data: { formula: 'a' } });
const docOf = (...nodes: Block[]) => fromDocument({ nodes }, new Origins());

/** An editor with the cursor in the block at an index. */
function open(index: number, ...blocks: Block[]): EditorState {
  const state = EditorState.create({ doc: docOf(...blocks) });
  const at = state.doc.children.slice(0, index).reduce((size, { nodeSize }) => size + nodeSize, 0);
  const { isAtom } = state.doc.child(index);
  const selection = isAtom ? NodeSelection.create(state.doc, at) : TextSelection.create(state.doc, at + 2);
  return state.apply(state.tr.setSelection(selection));
}

describe('the details of a block that were opened', () => {
  it('are those of the same block where it stands elsewhere', () => {
    const before = detailsAt(open(0, hint('info', 'a')))!;
    const now = detailsAgain(open(1, formula('f'), hint('danger', 'a')), before);
    expect(now).toMatchObject({ position: 1, values: { style: 'danger' } });
  });

  it('are those of no other block', () => {
    const both = [hint('info', 'a'), hint('info', 'b'), formula('f'), formula('g')];
    const [first, , third] = both.map((_, index) => detailsAt(open(index, ...both))!);
    for (const index of [1, 2, 3]) expect(detailsAgain(open(index, ...both), first!)).toBeUndefined();
    for (const index of [0, 1, 3]) expect(detailsAgain(open(index, ...both), third!)).toBeUndefined();
  });

  it('are those of a new block that has its key since', () => {
    const state = open(0, hint('info'));
    const keyed = state.apply(takeKeys(state, docOf(hint('info', 'a'))));
    expect(detailsAgain(keyed, detailsAt(state)!)?.key).toBe('a');
  });
});
