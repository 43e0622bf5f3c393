import { assignKeys, parsePage, plainLinks, renderMarkdown } from '@bindery/documents';
import { EditorState, TextSelection } from 'prosemirror-state';
import { fromDocument } from './from-document';
import { embedBlock } from './media-blocks';
import { Origins } from './origins';
import { blocksIn, heldBlocks, holdSelected, replaceHeld, selectedRange } from './selected-blocks';
import { takeOver } from './take-over';

function read(source: string) {
  let count = 0;
  const document = assignKeys(parsePage(source, { links: plainLinks }).document, () => `k${count++}`);
  return fromDocument(document, new Origins());
}

function open(source: string, from: string, to: string): EditorState {
  const doc = read(source);
  const places = new Map<string, number>();
  doc.descendants((node, position) => void (node.isText && places.set(node.text!, position)));
  const selection = TextSelection.create(doc, places.get(from)!, places.get(to)! + to.length);
  return EditorState.create({ doc, selection, plugins: [heldBlocks] });
}

const select = (source: string, from: string, to: string) => selectedRange(open(source, from, to));

describe('the selected blocks', () => {
  const source = 'One\n\n* first\n* second\n\nThree\n';

  it('are whole blocks without keys, also where a list is selected in part', () => {
    const blocks = blocksIn(select(source, 'One', 'second')!);
    expect(renderMarkdown({ object: 'document', data: {}, nodes: blocks }, { links: plainLinks })).toBe(
      'One\n\n* first\n* second\n',
    );
    expect(JSON.stringify(blocks)).not.toContain('"key"');
    expect(blocksIn(select(source, 'first', 'second')!).map(({ type }) => type)).toEqual(['list-unordered']);
  });

  it('are none where nothing is selected', () => {
    expect(selectedRange(EditorState.create({ doc: select(source, 'One', 'One')!.parent }))).toBeUndefined();
  });
});

describe('blocks that are held while a request runs', () => {
  const source = 'One\n\nTwo\n\nThree\n\nFour\n';
  const hold = () => {
    const state = open(source, 'Two', 'Three');
    return state.apply(holdSelected(state));
  };
  const replaced = (state: EditorState) => {
    const transaction = replaceHeld(state, embedBlock('https://example.com'));
    return transaction?.doc.children.map(({ type, textContent }) => (type.name === 'opaque' ? 'embed' : textContent));
  };

  it('are replaced, and not what is selected by then', () => {
    const state = hold();
    const elsewhere = state.apply(state.tr.setSelection(TextSelection.create(state.doc, 1, 4)));
    expect(replaced(elsewhere)).toEqual(['One', 'embed', 'Four']);
  });

  it('are replaced where the text around them has changed', () => {
    const state = hold();
    const typed = state.apply(state.tr.insertText('Zero, ', 1));
    const merged = typed.apply(takeOver(typed, read('Zero, One\n\nTwo\n\nThree\n\nFive\n')));
    expect(replaced(merged)).toEqual(['Zero, One', 'embed', 'Five']);
  });

  it('are left alone where they were changed or deleted', () => {
    const state = hold();
    const { from } = state.selection;
    expect(replaced(state.apply(state.tr.insertText('!', from, from)))).toBeUndefined();
    expect(replaced(state.apply(takeOver(state, read('One\n\nTwo, theirs\n\nThree\n\nFour\n'))))).toBeUndefined();
    expect(replaced(state.apply(state.tr.deleteSelection()))).toBeUndefined();
  });
});
