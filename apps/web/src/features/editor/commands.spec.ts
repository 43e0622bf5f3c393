import { baseKeymap, chainCommands } from 'prosemirror-commands';
import { EditorState, TextSelection, type Command } from 'prosemirror-state';
import { openEditor, written } from '../../../test/test-editor';
import { insertLineAbove, setCode, setHeading, setParagraph } from './commands';
import { keys } from './keymap';
import { Origins } from './origins';
import { schema } from './schema';
import { toDocument } from './to-document';

const blocks = {
  paragraph: (text: string) => schema.node('paragraph', { key: text }, [schema.text(text)]),
  heading: (text: string) => schema.node('heading', { key: text, level: 2 }, [schema.text(text)]),
};

/** The types, keys and texts of blocks after a command with a selection from the start of the first to `to`. */
function after(command: Command, nodes: readonly ReturnType<typeof blocks.paragraph>[], to = 1) {
  const doc = schema.node('doc', null, nodes);
  let state = EditorState.create({ doc, selection: TextSelection.create(doc, 1, to) });
  command(state, (transaction) => (state = state.apply(transaction)));
  const written = toDocument(state.apply(state.tr.insertText('|', state.selection.from)).doc, new Origins(), {});
  return written.nodes.map(({ type, key }, index) => `${type} ${key ?? '-'} ${state.doc.child(index).textContent}`);
}

describe('the key of a block', () => {
  const { paragraph, heading } = blocks;
  const enter = chainCommands(insertLineAbove, baseKeymap.Enter!);

  it('stays with its text when a line is put above it', () => {
    expect(after(enter, [paragraph('a')])).toEqual(['paragraph - ', 'paragraph a a']);
    expect(after(enter, [heading('a')])).toEqual(['paragraph - ', 'heading-2 a a']);
  });

  it('stays when the type is changed', () => {
    const two = [paragraph('a'), paragraph('b')];
    expect(after(setHeading(2), two, 5)).toEqual(['heading-2 a a', 'heading-2 b b']);
    expect(after(setHeading(2), [heading('a'), paragraph('b')], 5)).toEqual(['paragraph a a', 'paragraph b b']);
    expect(after(setParagraph, [heading('a')])).toEqual(['paragraph a a']);
    expect(after(setCode, [paragraph('a')])).toEqual(['code a a']);
  });
});

describe('the id of a heading', () => {
  const heading = '# T\n\n## Reinstall <a href="#setup" id="setup"></a>\n';

  it.each([
    ['in the middle', -7, '## Re <a href="#setup" id="setup"></a>\n\n## install\n'],
    ['at the end', 0, '## Reinstall <a href="#setup" id="setup"></a>\n\nx\n'],
  ])('stays with the first half where Enter is pressed %s', (_, by, expected) => {
    const editor = openEditor(heading, keys);
    editor.cursorIn('Reinstall');
    editor.select(editor.view.state.selection.from + by);
    editor.press('Enter');
    if (by === 0) editor.type('x');
    expect(written(editor.document())).toBe(expected);
  });
});
