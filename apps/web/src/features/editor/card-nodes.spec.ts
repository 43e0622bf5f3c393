import { validateDocument } from '@bindery/documents';
import { openEditor, written } from '../../../test/test-editor';
import { moveBlock } from './block-moves';
import { setCardParts } from './card-parts';
import { insertCards } from './commands';
import { addPart, moveToCardCell, removePart } from './block-parts';

const cards =
  '<table data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-cover data-type="files"></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td><h4>One</h4></td><td>First <strong>text</strong></td><td><a href="/files/f1">f1</a></td><td><a href="/pages/p1">p1</a></td></tr><tr><td><h4>Two</h4></td><td>Second</td><td></td><td></td></tr></tbody></table>\n';

/** The position of a card of the document. */
function cardAt({ view }: ReturnType<typeof openEditor>, index: number): number {
  const found: number[] = [];
  view.state.doc.descendants((node, position) => void (node.type.name === 'card' && found.push(position)));
  return found[index]!;
}

describe('cards in the editor', () => {
  it('come back as they were, and change only where somebody types', () => {
    const editor = openEditor(cards);
    expect(written(editor.document())).toBe(cards);
    editor.cursorIn('Second');
    editor.type(' one');
    expect(written(editor.document())).toBe(cards.replace('Second', 'Second one'));
  });

  it('are made anew with a title, a text, a cover and a link, and are read back the same', () => {
    const editor = openEditor('Look:\n');
    editor.cursorIn('Look:');
    editor.run(insertCards);
    expect(editor.run(moveToCardCell(-1))).toBe(false);
    editor.type('Install');
    editor.run(moveToCardCell(1));
    editor.type('It takes a minute.');
    const cover = { kind: 'url', url: 'https://example.com/a.png' };
    setCardParts(editor.view as never, cardAt(editor, 0), {
      cover,
      alt: 'A box',
      target: { kind: 'page', page: 'p1' },
    });
    editor.run(moveToCardCell(1));
    editor.run(removePart);
    editor.run(removePart);
    const document = editor.document();
    expect(validateDocument(document)).toEqual([]);
    const [, table] = document.nodes;
    expect(table!.data.view).toEqual({
      type: 'cards',
      cardSize: 'medium',
      columns: ['c1', 'c2'],
      coverDefinition: 'c3',
      targetDefinition: 'c4',
    });
    const markdown = written(document);
    expect(markdown).toContain(
      '<td><h4>Install</h4></td><td>It takes a minute.</td><td><a data-alt="A box" href="https://example.com/a.png">a.png</a></td><td><a href="/pages/p1">p1</a></td></tr></tbody>',
    );
    expect(written(openEditor(markdown).document())).toBe(markdown);
  });

  it('are added, moved and taken away; another cover keeps the kind of its column', () => {
    const editor = openEditor(cards);
    editor.cursorIn('Two');
    editor.run(moveBlock(-1));
    setCardParts(editor.view as never, cardAt(editor, 0), {
      cover: { kind: 'file', file: 'f2' },
      alt: '',
      target: undefined,
    });
    editor.run(addPart);
    editor.type('Three');
    const markdown = written(editor.document());
    expect(markdown.match(/<h4>\w+|\/files\/\w+/g)).toEqual([
      '<h4>Two',
      '/files/f2',
      '<h4>Three',
      '<h4>One',
      '/files/f1',
    ]);
    expect(markdown).toContain('data-type="files"');
  });
});
