import { assignKeys, parsePage, plainLinks, renderMarkdown, type Document } from '@bindery/documents';
import { Slice } from 'prosemirror-model';
import { EditorState, TextSelection, type Command, type Plugin } from 'prosemirror-state';
import { fromDocument } from '../src/features/editor/from-document';
import { Origins } from '../src/features/editor/origins';
import { schema } from '../src/features/editor/schema';
import { toDocument } from '../src/features/editor/to-document';

/** Paragraphs as another program copies them: the first and the last one are parts of lines. */
export const copied = (...lines: string[]): Slice =>
  new Slice(schema.node('doc', null, lines.map(paragraph)).content, 1, 1);

const paragraph = (text: string) => schema.node('paragraph', null, text === '' ? [] : [schema.text(text)]);

/** An editor of Markdown without a browser. */
export function openEditor(source: string, plugins: readonly Plugin[] = []) {
  let count = 0;
  const document = assignKeys(parsePage(source, { links: plainLinks }).document, () => `k${count++}`);
  const origins = new Origins();
  let state = EditorState.create({ doc: fromDocument(document, origins), plugins });
  const view = {
    get state() {
      return state;
    },
    composing: false,
    focus: () => undefined,
    endOfTextblock: () => true,
    dispatch: (transaction: typeof state.tr) => void (state = state.apply(transaction)),
  };
  /** Whether a plugin takes an event of the browser. */
  const handled = (name: 'handleKeyDown' | 'handlePaste' | 'handleTextInput', ...args: unknown[]): boolean =>
    plugins.some((plugin) => {
      const handler = plugin.props[name] as ((...args: unknown[]) => boolean | void) | undefined;
      return handler?.call(plugin, view, ...args) === true;
    });
  return {
    view,
    cursorIn(text: string) {
      state.doc.descendants((node, position) => {
        if (node.isText && node.text === text)
          state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, position + text.length)));
      });
    },
    select: (from: number, to = from) =>
      view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, from, to))),
    run: (command: Command) => command(state, view.dispatch, view as never),
    type: (text: string) => void (state = state.apply(state.tr.insertText(text))),
    /** Types sign by sign, as with a keyboard. */
    typeSigns(text: string) {
      for (const sign of text) {
        const { from, to } = state.selection;
        if (!handled('handleTextInput', from, to, sign, () => undefined)) this.type(sign);
      }
    },
    press: (key: string, modifiers: Partial<Record<'shiftKey' | 'ctrlKey' | 'altKey', true>> = {}): boolean =>
      handled('handleKeyDown', { key, keyCode: 0, ...modifiers }),
    /** Pastes a slice that came with a plain text, or that HTML was read as. */
    paste(slice: Slice, text = '') {
      const clipboardData = { files: [], getData: (type: string) => (type === 'text/plain' ? text : '') };
      if (!handled('handlePaste', { clipboardData }, slice)) view.dispatch(state.tr.replaceSelection(slice));
    },
    document: (): Document => toDocument(state.doc, origins, document.data),
  };
}

/** A document as Markdown. */
export const written = (document: Document) => renderMarkdown(document, { links: plainLinks });
