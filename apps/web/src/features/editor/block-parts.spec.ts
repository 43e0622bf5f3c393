import { openEditor } from '../../../test/test-editor';
import { insertColumns, insertStepper, insertTabs } from './commands';
import { keys } from './keymap';
import { schema } from './schema';

describe('the parts of a block', () => {
  const inserts = [
    ['tabs', insertTabs, 'tabs_item'],
    ['stepper', insertStepper, 'stepper_step'],
    ['columns', insertColumns, 'column'],
  ] as const;

  it.each(inserts)(
    'of %s stay whole where Enter is pressed twice, and are left from the last one',
    (_, insert, part) => {
      const editor = openEditor('Text.\n', keys);
      editor.cursorIn('Text.');
      editor.run(insert);
      editor.type('a');
      for (const word of ['', 'b']) {
        editor.press('Enter');
        editor.type(word);
      }
      const { doc } = editor.view.state;
      const block = doc.child(1);
      expect(block.children.map(({ type, childCount }) => [type.name, childCount])).toEqual([
        [part, 3],
        [part, 1],
      ]);
      editor.select(doc.child(0).nodeSize + block.nodeSize - 3);
      editor.type('c');
      for (let count = 0; count < 2; count++) editor.press('Enter');
      editor.type('behind');
      const after = editor.view.state.doc;
      expect(after.children.map(({ type, textContent }) => [type.name, textContent])).toEqual([
        ['paragraph', 'Text.'],
        [block.type.name, 'abc'],
        ['paragraph', 'behind'],
        ['paragraph', ''],
      ]);
      expect(after.child(1).lastChild!.childCount).toBe(1);
    },
  );

  it('keep their titles where Backspace is pressed at their start', () => {
    const editor = openEditor('', keys);
    const tab = (title: string) =>
      schema.node('tabs_item', { data: { title } }, [schema.node('paragraph', null, [schema.text(title)])]);
    editor.view.dispatch(editor.view.state.tr.insert(0, schema.node('tabs', null, [tab('a'), tab('b')])));
    editor.cursorIn('b');
    const { doc, selection } = editor.view.state;
    editor.select(selection.from - 1);
    editor.press('Backspace');
    expect(editor.view.state.doc).toEqual(doc);
  });
});
