import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown } from '@codemirror/lang-markdown';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { getNonce } from 'get-nonce';
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react';
import { isTakenOver, takingOver } from './source-changes';
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
            if (docChanged && !transactions.some(isTakenOver)) told.current.onChange(state.doc.toString());
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
    take: (text, options) => opened.current!.dispatch(takingOver(opened.current!.state.doc.toString(), text, options)),
    focus: () => opened.current!.focus(),
  }));
  return <div ref={host} className="source-editor" />;
}
