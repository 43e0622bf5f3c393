import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown } from '@codemirror/lang-markdown';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { getNonce } from 'get-nonce';
import { useEffect, useRef } from 'react';

interface SourceEditorProps {
  /** The text at first; a later value is not taken over while the editor is open. */
  source: string;
  label: string;
  onChange(source: string): void;
  /** Is called for Ctrl-S. */
  onSave(): void;
}

/** Edits Markdown as text. */
export default function SourceEditor({ source, label, onChange, onSave }: SourceEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const told = useRef({ onChange, onSave });
  told.current = { onChange, onSave };
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
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) told.current.onChange(state.doc.toString());
          }),
        ],
      }),
    });
    view.focus();
    return () => view.destroy();
    // The editor is made once for a page.
  }, []);
  return <div ref={host} className="source-editor" />;
}
