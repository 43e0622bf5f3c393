import { Slice, type Node } from 'prosemirror-model';
import { CellSelection, tableEditing } from 'prosemirror-tables';
import { copied, openEditor, written } from '../../../test/test-editor';
import { paragraphOf } from '../documents/plain-text';
import { markdownRules } from './input-rules';
import { keys } from './keymap';
import { imageBlock } from './media-blocks';
import { pasting } from './paste';
import { schema } from './schema';
import { tableTitles } from './table-titles';
import { dropIntoTitle, takesInlines } from './titles';

const never = () => Promise.reject(new Error('No file is sent'));
const open = (source: string) =>
  openEditor(source, [markdownRules, pasting(never, never), ...keys, tableEditing(), tableTitles]);

const table = '| Plan | Price |\n| ---- | ----- |\n| Small | 3 |\n';
const typed =
  '<table><thead><tr><th>Plan</th><th data-type="number">Price</th></tr></thead><tbody><tr><td>Small</td><td>3</td></tr></tbody></table>\n';
/** A table without titles, as other programs copy it. */
const cells = (...rows: (string | Node[])[][]): Slice => {
  const cell = (content: string | Node[]) =>
    schema.node('table_cell', null, [
      schema.node('paragraph', null, typeof content === 'string' ? [schema.text(content)] : content),
    ]);
  const made = rows.map((row) => schema.node('table_row', null, row.map(cell)));
  return new Slice(schema.node('doc', null, [schema.node('table', null, made)]).content, 0, 0);
};
const shown = (editor: ReturnType<typeof open>) => written(editor.document()).replace(/ +/g, ' ').replace(/-+/g, '-');
const cellsOf = (editor: ReturnType<typeof open>): number[] => {
  const found: number[] = [];
  editor.view.state.doc.descendants((node, position) => {
    if (/^table_(cell|header)$/.test(node.type.name)) found.push(position);
  });
  return found;
};

describe('the title of a column', () => {
  it('is left for the next cell by Enter, also where it is empty', () => {
    const editor = open('| | b |\n| - | - |\n| x | y |\n');
    editor.cursorIn('b');
    editor.press('Enter', { shiftKey: true });
    editor.type('X');
    expect(shown(editor)).toBe('| | b |\n| - | - |\n| X | y |\n');
    editor.press('Tab', { shiftKey: true });
    editor.press('Tab', { shiftKey: true });
    editor.press('Enter');
    editor.type('B');
    expect(shown(editor)).toBe('| | B |\n| - | - |\n| X | y |\n');
  });

  it('takes pasted and dropped lines as one, without their marks', () => {
    const editor = open(table);
    editor.cursorIn('Plan');
    editor.paste(copied(' of', 'all', '  sizes'), ' of\nall\n  sizes');
    editor.view.dispatch(dropIntoTitle(editor.view.state, editor.view.state.selection.from, copied('', 'now'), false)!);
    const bold = schema.text(' **', [schema.mark('bold')]);
    editor.paste(new Slice(schema.node('paragraph', null, [bold]).content, 0, 0), '**a** b');
    expect(shown(editor)).toBe('| Plan of all sizesnow \\*\\* | Price |\n| - | - |\n| Small | 3 |\n');
  });

  it('stays a title under what is typed as Markdown', () => {
    const editor = open(table);
    editor.cursorIn('Plan');
    editor.typeSigns(' $$x$$ **b** `c`');
    expect(editor.view.state.selection.$from.parent.textContent).toBe('Plan $$x$$ **b** `c`');
    expect(takesInlines(editor.view.state.selection.$from.parent)).toBe(false);
  });

  it('leaves a block without text that is pasted into it beside the table', () => {
    const editor = open(table);
    editor.cursorIn('Plan');
    const block = { object: 'block', type: 'divider', isVoid: true, data: {} };
    editor.paste(new Slice(schema.node('doc', null, [schema.node('opaque', { block })]).content, 0, 0));
    expect(
      editor
        .document()
        .nodes.map(({ type }) => type)
        .sort(),
    ).toEqual(['divider', 'table']);
  });

  it('stays one, of the same column, where cells of another table are pasted over it', () => {
    const editor = open(typed);
    const [, title, , value] = cellsOf(editor);
    editor.run((state, dispatch) => {
      dispatch!(state.tr.setSelection(CellSelection.create(state.doc, title!, value)));
      return true;
    });
    const cell = (text: string) =>
      schema.node('table_cell', null, [schema.node('paragraph', null, [schema.text(text)])]);
    const row = schema.node('table_row', null, [cell('Cost')]);
    const last = schema.node('table_row', null, [schema.node('table_header', null, [schema.text('4')])]);
    editor.paste(new Slice(schema.node('doc', null, [schema.node('table', null, [row, last])]).content, 0, 0));
    expect(written(editor.document())).toBe(typed.replace('Price', 'Cost').replace('>3<', '>4<'));
  });

  it('is the first of the places that pasted cells take', () => {
    const editor = open(table);
    editor.cursorIn('Price');
    editor.paste(cells(['Cost'], ['4']));
    expect(shown(editor)).toBe('| Plan | Cost |\n| - | - |\n| Small | 4 |\n');
    editor.cursorIn('Cost');
    editor.paste(cells([' now']));
    expect(shown(editor)).toContain('| Plan | Cost now |');
  });

  it('has a column of its own in a table that is put before another one', () => {
    const editor = open(typed);
    const { tr } = editor.view.state;
    editor.view.dispatch(tr.insert(0, cells(['Size', 'Text'], ['S', 'small']).content));
    const [made] = editor.document().nodes;
    expect(Object.values(made!.data.definition as object)).toMatchObject([{ type: 'text' }, { type: 'text' }]);
  });

  it('keeps the word of a note, and the pictures of a pasted text stand beside the table', () => {
    const editor = open(table);
    editor.cursorIn('Plan');
    const noted = { object: 'inline', type: 'annotation', isVoid: false, data: {}, nodes: paragraphOf('all').nodes };
    const word = schema.node('opaque_inline', { inline: noted });
    const picture = schema.node('opaque', { block: imageBlock({ kind: 'url', url: 'https://example.com/a.png' }) });
    const line = schema.node('paragraph', null, [schema.text(' of '), word]);
    editor.paste(new Slice(schema.node('doc', null, [line, picture]).content, 1, 0));
    expect(shown(editor)).toContain('| Plan of all | Price |');
    expect(shown(editor)).toContain('https://example.com/a.png');
    editor.view.dispatch(editor.view.state.tr.insert(0, cells([[word]], ['4']).content));
    expect(shown(editor)).toContain('| all |');
  });
});

describe('the title of an expandable block', () => {
  const block = '<details>\n\n<summary>More</summary>\n\nText.\n\n</details>\n';

  it('is left for its text by Enter', () => {
    const editor = open(block);
    editor.cursorIn('More');
    editor.press('Enter');
    editor.type('The ');
    expect(shown(editor)).toBe(block.replace('Text', 'The Text'));
  });

  it('takes pasted lines as one, with their marks', () => {
    const editor = open(block);
    editor.cursorIn('More');
    const lines = [[schema.text(' of')], [schema.text('it', [schema.mark('bold')])]];
    const content = schema.node(
      'doc',
      null,
      lines.map((line) => schema.node('paragraph', null, line)),
    ).content;
    editor.paste(new Slice(content, 1, 1), ' of\nit');
    expect(shown(editor)).toBe(block.replace('More', 'More of <strong>it</strong>'));
  });

  it('leaves an empty table that is pasted into it beside the block', () => {
    const editor = open(block);
    editor.cursorIn('More');
    editor.paste(cells([[], []]));
    const types = editor.document().nodes.map(({ type }) => type);
    expect(types.sort()).toEqual(['expandable', 'table']);
  });
});
