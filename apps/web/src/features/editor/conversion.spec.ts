import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assignKeys, parsePage, plainLinks, type Document } from '@bindery/documents';
import { EditorState } from 'prosemirror-state';
import { openEditor, written } from '../../../test/test-editor';
import { fromDocument } from './from-document';
import { Origins } from './origins';
import { toDocument } from './to-document';

const corpus = join(__dirname, '../../../../../../shared/corpus/public-docs');
const pages = existsSync(corpus)
  ? readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'))
  : [];
if (pages.length === 0) console.warn('../shared/corpus/public-docs is absent: its pages are not opened in the editor');

const documentOf = (source: string): Document => {
  let count = 0;
  return assignKeys(parsePage(source, { links: plainLinks }).document, () => `k${count++}`);
};
/** Each is read once: to parse a page takes longer than what is tried with it. */
const documents = new Map<string, Document>();
const read = (file: string): Document => {
  const document = documents.get(file) ?? documentOf(readFileSync(join(corpus, file), 'utf8'));
  documents.set(file, document);
  return structuredClone(document);
};

describe('the editor', () => {
  it('gives every page of a real repository back as it was', () => {
    for (const file of pages) {
      const document = read(file);
      const origins = new Origins();
      expect(toDocument(fromDocument(document, origins), origins, document.data)).toEqual(document);
    }
  });

  it('gives it back also after a word was typed and taken away in every paragraph', () => {
    for (const file of pages) {
      const document = read(file);
      const origins = new Origins();
      let state = EditorState.create({ doc: fromDocument(document, origins) });
      const places: number[] = [];
      state.doc.descendants((node, position) => void (node.isTextblock && places.push(position + 1)));
      for (const place of places) {
        state = state.apply(state.tr.insertText('typed', place));
        state = state.apply(state.tr.delete(place, place + 'typed'.length));
      }
      expect(toDocument(state.doc, origins, document.data)).toEqual(document);
    }
  });

  it('changes nothing but the paragraph in which a word is typed', () => {
    for (const file of pages.slice(0, 60)) {
      const document = read(file);
      const origins = new Origins();
      const state = EditorState.create({ doc: fromDocument(document, origins) });
      const index = document.nodes.findIndex(({ type, data }) => type === 'paragraph' && data.source === undefined);
      if (index === -1) continue;
      let position = 1;
      for (let before = 0; before < index; before++) position += state.doc.child(before).nodeSize;
      const edited = toDocument(state.apply(state.tr.insertText('typed ', position)).doc, origins, document.data);
      const [expected, got] = [document.nodes, edited.nodes].map((nodes) => nodes.filter((_, at) => at !== index));
      expect(got).toEqual(expected);
      expect(edited.nodes[index]?.key).toBe(document.nodes[index]?.key);
      expect(written(edited)).toContain('typed ');
    }
  });

  it('writes the same Markdown for blocks that it makes anew', () => {
    for (const file of pages) {
      const document = read(file);
      const forgotten = new Origins();
      const made = toDocument(fromDocument(document, new Origins()), forgotten, document.data);
      expect(written(made)).toBe(written(document));
    }
  });

  it('gives the second half of a split paragraph a key of its own', () => {
    const document = documentOf('One two\n');
    const origins = new Origins();
    const state = EditorState.create({ doc: fromDocument(document, origins) });
    const { nodes } = toDocument(state.apply(state.tr.split(4)).doc, origins, document.data);
    expect(nodes.map(({ key }) => key)).toEqual([document.nodes[0]?.key, undefined]);
  });
});

describe('source that the editor cannot show as text', () => {
  it.each(['<!-- keep -->', '<a name="setup"></a>', '{% unknown a="b" %}'])('%s stays what it is', (kept) => {
    const page = `Text.\n\n${kept}\n`;
    const editor = openEditor(page);
    expect(written(editor.document())).toBe(page);
    editor.select(editor.view.state.doc.content.size - 1);
    editor.type('More.');
    expect(written(editor.document())).toBe(`${page}\nMore.\n`);
  });
});
