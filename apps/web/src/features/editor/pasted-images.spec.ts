import { EditorState } from 'prosemirror-state';
import { imageBlock } from './media-blocks';
import { imagesIn, replaceURL } from './pasted-images';
import { schema } from './schema';

describe('the images of pasted HTML', () => {
  it('are those of the web, those that it holds, and those that cannot be read', () => {
    const html = `<p><img width=1 src="https://example.com/a.png?x=1&amp;y=2"><img src='file:///C:/b.png'>
      <img src="data:image/png;base64,aGVsbG8="><img src="data:image/png;base64,aGVsbG8=" aria-roledescription="checkbox"></p>`;
    const { urls, files, unread } = imagesIn(html);
    expect([urls, files.map(({ name, size }) => [name, size]), unread]).toEqual([
      ['https://example.com/a.png?x=1&y=2'],
      [['image.png', 5]],
      1,
    ]);
  });

  it('lead to the copy of an image once it is in the space', () => {
    const block = imageBlock({ kind: 'url', url: 'https://example.com/a.png' }, 'A');
    let state = EditorState.create({ doc: schema.node('doc', null, [schema.node('opaque', { block })]) });
    const view = {
      get state() {
        return state;
      },
      dispatch: (transaction: typeof state.tr) => void (state = state.apply(transaction)),
    };
    replaceURL(view as never, 'https://example.com/a.png', 'f1');
    expect(state.doc.firstChild!.attrs.block).toMatchObject({
      nodes: [{ data: { ref: { kind: 'file', file: 'f1' }, alt: 'A' } }],
    });
  });
});
