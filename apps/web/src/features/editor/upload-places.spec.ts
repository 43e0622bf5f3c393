import { EditorState } from 'prosemirror-state';
import { paragraphOf } from '../documents/plain-text';
import { fromDocument } from './from-document';
import { Origins } from './origins';
import { takeOver } from './take-over';
import { uploadPlaces } from './upload-places';

const nodeOf = (...texts: string[]) =>
  fromDocument({ nodes: texts.map((text) => ({ ...paragraphOf(text), key: text.charAt(0) })) }, new Origins());

/** An editor with a file on its way into the second paragraph. */
function open(): EditorState {
  const state = EditorState.create({ doc: nodeOf('a one', 'bee two', 'c three'), plugins: [uploadPlaces] });
  const at = state.doc.firstChild!.nodeSize + 4;
  return state.apply(state.tr.setMeta(uploadPlaces, { add: { id: {}, at, element: {} } }));
}

/** The texts before the places of files. */
const textsBefore = (state: EditorState) =>
  uploadPlaces
    .getState(state)!
    .find()
    .map(({ from }) => state.doc.textBetween(0, from, '|'));

describe('the place of a file that is uploaded', () => {
  it('moves with the text', () => {
    const state = open();
    expect(textsBefore(state)).toEqual(['a one|bee']);
    expect(textsBefore(state.apply(takeOver(state, nodeOf('a ONE!', 'bee two', 'c three'))))).toEqual(['a ONE!|bee']);
  });

  it('is behind the block where another has changed that', () => {
    const state = open();
    expect(textsBefore(state.apply(takeOver(state, nodeOf('a one', 'bees', 'c three'))))).toEqual(['a one|bees']);
    expect(textsBefore(state.apply(takeOver(state, nodeOf('a one', 'c three'))))).toEqual(['a one']);
  });

  it('is gone where the writer deletes the text around it', () => {
    const state = open();
    const { nodeSize } = state.doc.firstChild!;
    expect(textsBefore(state.apply(state.tr.delete(nodeSize, nodeSize + 9)))).toEqual([]);
  });
});
