import { Slice } from 'prosemirror-model';
import { EditorState, type Plugin } from 'prosemirror-state';
import { copiedPlaces, type TakeFile } from './copied-places';
import { withFile } from './copied-references';
import { imageBlock } from './media-blocks';
import { schema } from './schema';
import { uploadPlaces } from './upload-places';

const linked = (ref: object) =>
  schema.node('paragraph', null, [schema.text('there', [schema.mark('link', { data: { ref } })])]);
const picture = (file: string) => schema.node('opaque', { block: imageBlock({ kind: 'file', file }) });
const mention = (ref: object) =>
  schema.node('paragraph', null, [
    schema.node('opaque_inline', { inline: { object: 'inline', type: 'mention', isVoid: true, data: { ref } } }),
  ]);

const copied = [
  linked({ kind: 'page', page: 'p1' }),
  mention({ kind: 'anchor', anchor: 'a', page: 'p2' }),
  mention({ kind: 'page', page: 'p3', space: 's3' }),
  linked({ kind: 'url', url: 'https://example.com' }),
  linked({ kind: 'file', file: 'f1' }),
  picture('f1'),
];

/** An editor of the space `s1`, in which what was copied at a place was pasted. */
async function pasted(from: string, takeFile: TakeFile) {
  const plugin = copiedPlaces({ spaceId: 's1', changeRequestId: 'c1' }, takeFile) as Plugin;
  let state = EditorState.create({ schema, plugins: [uploadPlaces] });
  const view = {
    isDestroyed: false,
    get state() {
      return state;
    },
    dispatch: (transaction: typeof state.tr) => void (state = state.apply(transaction)),
  };
  const { transformPastedHTML, transformPasted } = plugin.props;
  transformPastedHTML!.call(plugin, `<p data-place="${from}" data-pm-slice="0 0 []">there</p>`, view as never);
  const slice = new Slice(schema.node('doc', null, copied).content, 0, 0);
  const doc = schema.node('doc', null, transformPasted!.call(plugin, slice, view as never, false).content);
  state = EditorState.create({ doc, plugins: [uploadPlaces] });
  await new Promise((resolve) => setTimeout(resolve));
  return state.doc.toJSON() as object;
}

const original = schema.node('doc', null, copied);
const never: TakeFile = () => Promise.reject(new Error('It is in the same content'));

describe('what is copied', () => {
  it('stays as it is in the same content', async () => {
    expect(await pasted('s1/c1', never)).toEqual(original.toJSON());
  });

  it('brings the files that another change request of the space does not have', async () => {
    const asked: unknown[] = [];
    const take: TakeFile = (file, from) => {
      asked.push(file, from);
      return Promise.resolve('f2');
    };
    const json = JSON.stringify(original.toJSON()).replaceAll('"f1"', '"f2"');
    expect(await pasted('s1/', take)).toEqual(JSON.parse(json));
    expect(asked).toEqual(['f1', { spaceId: 's1' }]);
  });

  it('leads into its own space from another one', async () => {
    const json = JSON.stringify(original.toJSON())
      .replaceAll('"page":"p1"', '"page":"p1","space":"s2"')
      .replaceAll('"page":"p2"', '"page":"p2","space":"s2"');
    expect(await pasted('s2/c2', () => Promise.resolve('f1'))).toEqual(JSON.parse(json));
  });
});

it('shows another file in each place of one', () => {
  const state = EditorState.create({ doc: original });
  expect(JSON.stringify(state.apply(withFile(state, 'f1', 'f2')).doc.toJSON())).not.toContain('f1');
});
