import { parsePage, plainLinks, renderMarkdown, assignKeys } from '@bindery/documents';
import { EditorState, TextSelection } from 'prosemirror-state';
import { fromDocument } from './from-document';
import { Origins } from './origins';
import { blocksIn, selectedRange } from './selected-blocks';

function select(source: string, from: string, to: string) {
  let count = 0;
  const document = assignKeys(parsePage(source, { links: plainLinks }).document, () => `k${count++}`);
  const { doc } = EditorState.create({ doc: fromDocument(document, new Origins()) });
  const places = new Map<string, number>();
  doc.descendants((node, position) => void (node.isText && places.set(node.text!, position)));
  const selection = TextSelection.create(doc, places.get(from)!, places.get(to)! + to.length);
  return selectedRange(EditorState.create({ doc, selection }));
}

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
