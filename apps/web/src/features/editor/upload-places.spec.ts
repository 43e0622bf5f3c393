import { EditorState } from 'prosemirror-state';
import { paragraphOf } from '../documents/plain-text';
import { fromDocument } from './from-document';
import { Origins } from './origins';
import { takeOver } from './take-over';
import { fileBlock } from './media-blocks';
import { putInPlace, uploadPlaces } from './upload-places';

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

describe('files on their way to one empty paragraph', () => {
  it.each([
    ['the order in which they were chosen', ['one', 'two']],
    ['another order', ['two', 'one']],
  ])('are all there, also when they arrive in %s', (_, arrived) => {
    const ids: Record<string, object> = { one: {}, two: {} };
    let state = EditorState.create({ doc: nodeOf('a', '', 'c'), plugins: [uploadPlaces] });
    for (const id of Object.values(ids))
      state = state.apply(state.tr.setMeta(uploadPlaces, { add: { id, at: 4, element: {} } }));
    for (const file of arrived) state = state.apply(putInPlace(state, ids[file]!, fileBlock({ kind: 'file', file })));
    const blocks = state.doc.content.content.map(({ type, attrs }) =>
      type.name === 'opaque' ? (attrs.block as { data: { ref: { file: string } } }).data.ref.file : type.name,
    );
    expect(blocks).toEqual(['paragraph', ...arrived, 'paragraph', 'paragraph']);
    expect(uploadPlaces.getState(state)!.find()).toEqual([]);
  });
});
