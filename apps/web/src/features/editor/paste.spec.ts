import { NodeSelection } from 'prosemirror-state';
import { copied, openEditor, written } from '../../../test/test-editor';
import { pasting } from './paste';

const never = () => Promise.reject(new Error('No file is sent'));
const address = 'https://example.com';

describe('an address that is pasted', () => {
  it('is the link of selected text', () => {
    const editor = openEditor('Read it.\n', [pasting(never, never)]);
    editor.select(1, 5);
    editor.paste(copied(address), address);
    expect(written(editor.document())).toBe(`[Read](${address}) it.\n`);
  });

  it('takes the place of a selected block', () => {
    const editor = openEditor('{% embed url="https://example.org" %}\n', [pasting(never, never)]);
    const { state, dispatch } = editor.view;
    dispatch(state.tr.setSelection(NodeSelection.create(state.doc, 0)));
    editor.paste(copied(address), address);
    expect(editor.document().nodes.map(({ type }) => type)).toEqual(['paragraph']);
  });
});
