import { EditorState, TextSelection } from 'prosemirror-state';
import { moveBlock } from './block-moves';
import { insertCards } from './commands';
import { Origins } from './origins';
import { schema } from './schema';
import { toDocument } from './to-document';
import { trailingParagraph } from './trailing-paragraph';

it('is a place to type behind the last block, and no block until something is typed', () => {
  const doc = schema.node('doc', null, [schema.node('paragraph', null, [schema.text('Text')])]);
  let state = EditorState.create({ doc, plugins: [trailingParagraph], selection: TextSelection.create(doc, 5) });
  const run = (command: typeof insertCards) => command(state, (transaction) => (state = state.apply(transaction)));
  const types = () => toDocument(state.doc, new Origins(), {}).nodes.map(({ type }) => type);
  run(insertCards);
  expect(types()).toEqual(['paragraph', 'table']);
  expect(state.doc.lastChild!.type.name).toBe('paragraph');
  state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, 1)));
  run(moveBlock(1));
  expect([types(), moveBlock(1)(state)]).toEqual([['table', 'paragraph'], false]);
});
