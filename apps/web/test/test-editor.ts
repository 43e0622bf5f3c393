import { assignKeys, parsePage, plainLinks, renderMarkdown, type Document } from '@bindery/documents';
import { EditorState, TextSelection, type Command } from 'prosemirror-state';
import { fromDocument } from '../src/features/editor/from-document';
import { Origins } from '../src/features/editor/origins';
import { toDocument } from '../src/features/editor/to-document';

/** An editor of Markdown without a browser. */
export function openEditor(source: string) {
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
    view,
    cursorIn(text: string) {
      state.doc.descendants((node, position) => {
        if (node.isText && node.text === text)
          state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, position + text.length)));
      });
    },
    run: (command: Command) => command(state, view.dispatch, view as never),
    type: (text: string) => void (state = state.apply(state.tr.insertText(text))),
    document: (): Document => toDocument(state.doc, origins, document.data),
  };
}

/** A document as Markdown. */
export const written = (document: Document) => renderMarkdown(document, { links: plainLinks });
