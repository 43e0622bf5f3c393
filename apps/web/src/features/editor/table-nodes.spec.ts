import { assignKeys, parsePage, plainLinks, renderMarkdown, type Document } from '@bindery/documents';
import { EditorState, TextSelection, type Command } from 'prosemirror-state';
import { addColumnAfter } from 'prosemirror-tables';
import { fromDocument } from './from-document';
import { Origins } from './origins';
import { nextCell, previousCell, removeColumn, removeRow } from './table-commands';
import { toDocument } from './to-document';

const table =
  '<table><thead><tr><th>Plan</th><th data-type="number">Price</th><th data-hidden>Note</th></tr></thead><tbody><tr><td>Small</td><td>3</td><td>a</td></tr><tr><td>Large</td><td>9</td><td>b</td></tr></tbody></table>\n';

function open(source: string) {
  let count = 0;
  const document = assignKeys(parsePage(source, { links: plainLinks }).document, () => `k${count++}`);
  const origins = new Origins();
  let state = EditorState.create({ doc: fromDocument(document, origins) });
  const view = {
    get state() {
      return state;
    },
    dispatch: (transaction: typeof state.tr) => void (state = state.apply(transaction)),
  };
  return {
    cursorIn(text: string) {
      state.doc.descendants((node, position) => {
        if (node.isText && node.text === text)
          state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, position + node.text.length)));
      });
    },
    run: (command: Command) => command(state, view.dispatch, view as never),
    type: (text: string) => void (state = state.apply(state.tr.insertText(text))),
    document: (): Document => toDocument(state.doc, origins, document.data),
  };
}
const written = (document: Document) => renderMarkdown(document, { links: plainLinks });

describe('tables in the editor', () => {
  it('keep columns of other types and hidden ones when a cell changes', () => {
    const editor = open(table);
    editor.cursorIn('Large');
    editor.type(' one');
    const document = editor.document();
    expect(written(document)).toBe(written(open(table).document()).replace('Large', 'Large one'));
    expect(written(document)).toContain('data-type="number"');
  });

  it('add a row behind the last cell, and none before the first', () => {
    const editor = open('| a | b |\n| - | - |\n| x | y |\n');
    editor.cursorIn('y');
    expect(editor.run(nextCell)).toBe(true);
    editor.type('z');
    expect(written(editor.document())).toMatch(/\| z +\| +\|\n$/);
    editor.cursorIn('a');
    expect(editor.run(previousCell)).toBe(true);
    expect(editor.run(removeRow)).toBe(false);
  });

  it('add and remove columns, with names that are free', () => {
    const editor = open('| a | b |\n| - | - |\n| x | y |\n');
    editor.cursorIn('x');
    editor.run(addColumnAfter);
    editor.run(nextCell);
    editor.type('new');
    expect(written(editor.document())).toMatch(/\| a +\| +\| b +\|\n.*\n\| x +\| new +\| y +\|/);
    editor.cursorIn('y');
    editor.run(removeColumn);
    const { data, fragments } = editor.document().nodes[0]!;
    const { columns } = data.view as { columns: string[] };
    expect([columns.length, Object.keys(data.definition as object).length, fragments!.length]).toEqual([2, 2, 2]);
    expect(new Set(columns).size).toBe(2);
  });
});
