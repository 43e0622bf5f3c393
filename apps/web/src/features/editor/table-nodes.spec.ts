import { addColumnAfter } from 'prosemirror-tables';
import { openEditor, written } from '../../../test/test-editor';
import { nextCell, previousCell, removeColumn, removeRow } from './table-commands';

type Data = Record<string, unknown>;

const table =
  '<table><thead><tr><th>Plan</th><th data-type="number">Price</th><th data-hidden>Note</th></tr></thead><tbody><tr><td>Small</td><td>3</td><td>a</td></tr><tr><td>Large</td><td>9</td><td>b</td></tr></tbody></table>\n';

describe('tables in the editor', () => {
  it('keep columns of other types and hidden ones when a cell changes', () => {
    const editor = openEditor(table);
    editor.cursorIn('Large');
    editor.type(' one');
    const document = editor.document();
    expect(written(document)).toBe(written(openEditor(table).document()).replace('Large', 'Large one'));
    expect(written(document)).toContain('data-type="number"');
  });

  it('add a row behind the last cell, and none before the first', () => {
    const editor = openEditor('| a | b |\n| - | - |\n| x | y |\n');
    editor.cursorIn('y');
    expect(editor.run(nextCell)).toBe(true);
    editor.type('z');
    expect(written(editor.document())).toMatch(/\| z +\| +\|\n$/);
    editor.cursorIn('a');
    expect(editor.run(previousCell)).toBe(false);
    expect(editor.run(removeRow)).toBe(false);
  });

  it('add and remove columns, with names that are free', () => {
    const editor = openEditor('| a | b |\n| - | - |\n| x | y |\n');
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

  it('may have titles alone, and get a row behind them', () => {
    const editor = openEditor('| a | b |\n| - | - |\n');
    editor.cursorIn('b');
    editor.type('c');
    editor.run(nextCell);
    editor.type('x');
    expect(written(editor.document())).toMatch(/\| a +\| bc +\|\n.*\n\| x +\| +\|\n$/);
  });

  it('write the values of a column whose type is lost as text', () => {
    const editor = openEditor(table);
    editor.run((state, dispatch) => {
      state.doc.descendants((node, position) => {
        if (node.textContent === 'Price' && node.type.name === 'table_header')
          dispatch!(state.tr.setNodeAttribute(position, 'column', null));
      });
      return true;
    });
    expect(written(editor.document())).toMatch(/Small<\/td><td>3<\/td>[^]*Large<\/td><td>9<\/td>/);
  });

  it('keep a hidden column beside a title that comes with its id', () => {
    const editor = openEditor(table);
    editor.run((state, dispatch) => {
      const hidden = (id: string) => !(view.columns as string[]).includes(id);
      const { view, definition } = editor.document().nodes[0]!.data as Record<'view' | 'definition', Data>;
      const id = Object.keys(definition).find(hidden)!;
      state.doc.descendants((node, position) => {
        if (node.textContent === 'Plan' && node.type.name === 'table_header')
          dispatch!(state.tr.setNodeAttribute(position, 'column', { ...(node.attrs.column as object), id }));
      });
      return true;
    });
    expect(written(editor.document())).toContain('<th data-hidden>Note</th>');
  });
});
