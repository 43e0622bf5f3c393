import type { Node } from 'prosemirror-model';
import { EditorState, NodeSelection } from 'prosemirror-state';
import type { Block, Inline } from '../../api/contracts';
import { embedBlock } from './media-blocks';
import { changeInline, putBlock } from './put-nodes';
import { schema } from './schema';

function open(...nodes: Node[]) {
  const doc = schema.node('doc', null, nodes);
  let state = EditorState.create({ doc });
  return {
    get state() {
      return state;
    },
    focus: () => undefined,
    dispatch: (transaction: typeof state.tr) => void (state = state.apply(transaction)),
  };
}

const caption = { object: 'fragment' as const, fragment: 'caption', type: 'caption', nodes: [] };
const embed: Block = {
  ...embedBlock('https://example.com/a'),
  key: 'k',
  data: { url: 'https://example.com/a', fullWidth: true },
  fragments: [caption],
};

it('a block that is changed keeps what its dialog does not ask for', () => {
  const view = open(schema.node('opaque', { block: embed }));
  putBlock(view as never, embedBlock('https://example.com/b'), 0);
  expect(view.state.doc.firstChild!.attrs.block).toEqual({
    ...embed,
    data: { url: 'https://example.com/b', fullWidth: true },
  });
});

it('a block that becomes one of another type keeps its key alone', () => {
  const view = open(schema.node('opaque', { block: embed }));
  const other: Block = { object: 'block', type: 'content-ref', isVoid: true, data: { ref: { kind: 'url' } } };
  putBlock(view as never, other, 0);
  expect(view.state.doc.firstChild!.attrs.block).toEqual({ ...other, key: 'k' });
});

it('an inline that is changed keeps its key and its marks, and gets no space', () => {
  const inline: Inline = { object: 'inline', type: 'inline-math', key: 'k', isVoid: true, data: { formula: 'x' } };
  const bold = [schema.mark('bold')];
  const node = schema.node('opaque_inline', { inline }, [], bold);
  const view = open(schema.node('paragraph', null, [schema.text('a', bold), node, schema.text('b')]));
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, 2)));
  changeInline(view as never, { object: 'inline', type: 'inline-math', isVoid: true, data: { formula: 'y' } }, 2);
  const [, changed] = view.state.doc.firstChild!.children;
  expect([changed!.attrs.inline, changed!.marks]).toEqual([{ ...inline, data: { formula: 'y' } }, bold]);
  view.dispatch(view.state.tr.insertText('!'));
  expect(view.state.doc.textContent).toBe('a!b');
});
