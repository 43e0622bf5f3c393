import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown } from '@codemirror/lang-markdown';
import { Annotation, EditorState, Transaction, type TransactionSpec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { getNonce } from 'get-nonce';
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react';
import type { OpenEditor } from './use-page-saver';

interface SourceEditorProps {
  ref: Ref<OpenEditor<string>>;
  /** The text at first; `take` brings in a later one. */
  source: string;
  label: string;
  onChange(source: string): void;
  /** Is called for Ctrl-S. */
  onSave(): void;
}

const takenOver = Annotation.define<boolean>();

/** The change that makes a text another one. The same text around it stays, with the cursor, and undo leaves it alone. */
function takingOver(before: string, after: string): TransactionSpec {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return {
    changes: { from: start, to: before.length - end, insert: after.slice(start, after.length - end) },
    annotations: [takenOver.of(true), Transaction.addToHistory.of(false)],
  };
}

/** Edits Markdown as text. */
export default function SourceEditor({ ref, source, label, onChange, onSave }: SourceEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const told = useRef({ onChange, onSave });
  told.current = { onChange, onSave };
  const opened = useRef<EditorView>(undefined);
  useEffect(() => {
    const save = () => {
      told.current.onSave();
      return true;
    };
    const view = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc: source,
        extensions: [
          history(),
          // The page's policy takes styles with its nonce alone.
          EditorView.cspNonce.of(getNonce() ?? ''),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'true' }),
          keymap.of([{ key: 'Mod-s', run: save }, ...defaultKeymap, ...historyKeymap]),
          markdown(),
          EditorView.updateListener.of(({ docChanged, state, transactions }) => {
            if (docChanged && !transactions.some((one) => one.annotation(takenOver)))
              told.current.onChange(state.doc.toString());
          }),
        ],
      }),
    });
    opened.current = view;
    view.focus();
    return () => view.destroy();
    // The editor is made once for a page.
  }, []);
  useImperativeHandle(ref, () => ({
    take: (text) => opened.current!.dispatch(takingOver(opened.current!.state.doc.toString(), text)),
    focus: () => opened.current!.focus(),
  }));
  return <div ref={host} className="source-editor" />;
}
