import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { history } from 'prosemirror-history';
import { EditorState, type Transaction } from 'prosemirror-state';
import { tableEditing } from 'prosemirror-tables';
import { EditorView } from 'prosemirror-view';
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import type { Document } from '../../api/contracts';
import { useNotices } from '../../ui/notices';
import type { ContentPlace } from '../pages/use-pages';
import { copiedPlaces, type TakeFile } from './copied-places';
import { dragHandle } from './drag-handle';
import { fromDocument } from './from-document';
import { hintView } from './hint-view';
import { markdownRules } from './input-rules';
import { keys, savingKey } from './keymap';
import { latePastes } from './late-paste';
import type { OpaquePlaces } from './opaque-views';
import { Origins } from './origins';
import { pasting } from './paste';
import type { CopyImage } from './pasted-images';
import { heldBlocks } from './selected-blocks';
import { tableTitles } from './table-titles';
import { isTakenOver, takeKeys, takeOver } from './take-over';
import { taskBoxes } from './task-boxes';
import { toDocument } from './to-document';
import { trailingParagraph } from './trailing-paragraph';
import { typeBehindBlocks } from './type-behind-blocks';
import { uploadPlaces, uploadsUnderway, type Upload } from './upload-places';
import type { OpenEditor } from './use-page-saver';

export interface EditorViewOptions {
  ref: Ref<OpenEditor<Document>>;
  /** The document at first; `take` brings in a later one. */
  document: Document;
  label: string;
  upload: Upload;
  copyImage: CopyImage;
  /** The content that is edited. */
  place: ContentPlace;
  takeFile: TakeFile;
  /** Shows the nodes that are not edited as text. */
  places: OpaquePlaces;
  /** Called with the whole document after each change of the writer. */
  onChange(document: Document): void;
  /** Called for Ctrl-S. */
  onSave(): void;
  /** Called after each change of the document, also one of others. */
  onTransaction(transaction: Transaction): void;
}

/** Opens the editor in the element `host`, once for a page. `view` and `state` are undefined until it is open. */
export function useEditorView({
  ref,
  document: first,
  label,
  place,
  upload,
  copyImage,
  takeFile,
  places,
  ...told
}: EditorViewOptions) {
  const host = useRef<HTMLDivElement>(null);
  const listeners = useRef(told);
  listeners.current = told;
  const opened = useRef<{ view: EditorView; origins: Origins }>(undefined);
  // The menus depend on the focus, which is no part of the state of the editor.
  const [, setFocused] = useState(false);
  const [view, setView] = useState<EditorView>();
  const [state, setState] = useState<EditorState>();
  const notices = useNotices();

  useEffect(() => {
    const origins = new Origins();
    const made = new EditorView(host.current, {
      state: EditorState.create({
        doc: fromDocument(first, origins),
        plugins: [
          typeBehindBlocks,
          markdownRules,
          pasting(upload, copyImage),
          copiedPlaces(place, takeFile),
          latePastes,
          uploadPlaces,
          heldBlocks,
          trailingParagraph,
          savingKey(() => listeners.current.onSave()),
          ...keys,
          history(),
          dropCursor({ color: 'var(--accent)', width: 2 }),
          gapCursor(),
          dragHandle,
          tableEditing(),
          tableTitles,
          taskBoxes,
        ],
      }),
      attributes: { class: 'document', role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
      nodeViews: {
        hint: hintView,
        opaque: (node) => places.view(node),
        opaque_inline: (node) => places.view(node),
        cell_value: (node) => places.view(node),
        card_cover: (node) => places.view(node),
        card_target: (node) => places.view(node),
      },
      handleDOMEvents: {
        focus: () => setFocused(true),
        blur: () => setFocused(false),
      },
      dispatchTransaction(transaction) {
        const next = made.state.apply(transaction);
        made.updateState(next);
        setState(next);
        if (!transaction.docChanged) return;
        const { onChange, onTransaction } = listeners.current;
        onTransaction(transaction);
        if (!isTakenOver(transaction)) onChange(toDocument(next.doc, origins, first.data));
      },
    });
    opened.current = { view: made, origins };
    setView(made);
    setState(made.state);
    const warn = (event: BeforeUnloadEvent) => uploadsUnderway(made) > 0 && event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => {
      removeEventListener('beforeunload', warn);
      if (uploadsUnderway(made) > 0)
        notices.error('Files were still being uploaded when you left the page. Add them again.');
      made.destroy();
    };
  }, []);

  useImperativeHandle(ref, () => ({
    take(document, options) {
      const { view: editor, origins } = opened.current!;
      editor.dispatch(takeOver(editor.state, fromDocument(document, origins), options));
    },
    takeKeys(document) {
      const { view: editor, origins } = opened.current!;
      // A text that is composed would end with the change of its block; the next save gives the keys again.
      if (!editor.composing) editor.dispatch(takeKeys(editor.state, fromDocument(document, origins)));
    },
    focus: () => opened.current!.view.focus(),
  }));
  return { host, view, state };
}
