import { EditorState, NodeSelection } from 'prosemirror-state';
import { schema } from './schema';
import { textBehindBlock } from './type-behind-blocks';

const { paragraph, list_unordered, list_item, opaque } = schema.nodes;
const line = (text: string) => paragraph!.create(null, schema.text(text));
const picture = opaque!.create({ block: { object: 'block', type: 'images', isVoid: false, data: {} } });
const selecting = (position: number, ...blocks: ReturnType<typeof line>[]) => {
  const state = EditorState.create({ doc: schema.node('doc', null, blocks) });
  return state.apply(state.tr.setSelection(NodeSelection.create(state.doc, position)));
};

describe('text that is typed while a block is selected', () => {
  it('is in a paragraph behind it, where one goes on to type', () => {
    const { doc, selection } = textBehindBlock(selecting(0, picture, line('after')), 'w')!;
    expect(doc.toString()).toBe('doc(opaque, paragraph("w"), paragraph("after"))');
    expect([selection.$from.parent.textContent, selection.$from.parentOffset]).toEqual(['w', 1]);
  });

  it('is behind the whole block where a part of it is selected', () => {
    const list = list_unordered!.create(null, [list_item!.create(null, [line('a')])]);
    const { doc } = textBehindBlock(selecting(1, list), 'w')!;
    expect(doc.toString()).toBe('doc(list_unordered(list_item(paragraph("a"))), paragraph("w"))');
  });

  it('is left to the editor where text is selected', () => {
    const state = EditorState.create({ doc: schema.node('doc', null, [line('text')]) });
    expect(textBehindBlock(state, 'w')).toBeUndefined();
  });
});
