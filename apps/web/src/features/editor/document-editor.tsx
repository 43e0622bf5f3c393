import 'prosemirror-view/style/prosemirror.css';
import './editor.css';
import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { history } from 'prosemirror-history';
import { EditorState, type Command } from 'prosemirror-state';
import { tableEditing } from 'prosemirror-tables';
import { EditorView } from 'prosemirror-view';
import { useEffect, useImperativeHandle, useRef, useState, useSyncExternalStore, type Ref } from 'react';
import { createPortal } from 'react-dom';
import type { Document } from '../../api/contracts';
import { ReturnFocus } from '../../ui/return-focus';
import { Blocks } from '../documents/blocks';
import { Inlines } from '../documents/inlines';
import { CellValueView } from '../documents/table-block';
import { dragHandle } from './drag-handle';
import { fromDocument } from './from-document';
import { markdownRules } from './input-rules';
import { keys, savingKey } from './keymap';
import { OpaquePlaces, type OpaquePlace } from './opaque-views';
import { Origins } from './origins';
import { SlashMenu, type Choice } from './slash-menu';
import { isTakenOver, takeKeys, takeOver } from './take-over';
import { taskBoxes } from './task-boxes';
import { toDocument } from './to-document';
import { trailingParagraph } from './trailing-paragraph';
import { typeBehindBlocks } from './type-behind-blocks';
import { Toolbar } from './toolbar';
import { dialogAfter, EditorDialogs, type EditorDialog } from './editor-dialogs';
import { MentionMenu } from './mention-menu';
import { pasting } from './paste';
import type { CopyImage } from './pasted-images';
import { insertFiles, uploadPlaces, type Upload } from './upload-places';
import type { OpenEditor } from './use-page-saver';

interface DocumentEditorProps {
  ref: Ref<OpenEditor<Document>>;
  pageId: string;
  /** The document at first; `take` brings in a later one. */
  document: Document;
  /** Called with the whole document after each change. */
  onChange(document: Document): void;
  /** Is called for Ctrl-S. */
  onSave(): void;
  label: string;
  upload: Upload;
  copyImage: CopyImage;
}

/** Edits a document of the API as text. Blocks that it cannot edit are shown, and can be moved and deleted. */
export default function DocumentEditor({
  ref,
  pageId,
  document: initial,
  onChange,
  onSave,
  label,
  upload,
  copyImage,
}: DocumentEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const told = useRef({ onChange, onSave });
  told.current = { onChange, onSave };
  const opened = useRef<{ view: EditorView; origins: Origins }>(undefined);
  const [dialog, setDialog] = useState<EditorDialog>();
  // The menus depend on the focus, which is no part of the state of the editor.
  const [, setFocused] = useState(false);
  const [places] = useState(() => new OpaquePlaces());
  const [view, setView] = useState<EditorView>();
  const [state, setState] = useState<EditorState>();
  const opaque = useSyncExternalStore(places.subscribe, places.list);

  useEffect(() => {
    const origins = new Origins();
    const first = EditorState.create({
      doc: fromDocument(initial, origins),
      plugins: [
        typeBehindBlocks,
        markdownRules,
        pasting(upload, copyImage),
        uploadPlaces,
        trailingParagraph,
        savingKey(() => told.current.onSave()),
        ...keys,
        history(),
        dropCursor({ color: 'var(--accent)', width: 2 }),
        gapCursor(),
        dragHandle,
        tableEditing(),
        taskBoxes,
      ],
    });
    const made = new EditorView(host.current, {
      state: first,
      attributes: { class: 'document', role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
      nodeViews: {
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
        setDialog((open) => open && dialogAfter(open, transaction.mapping));
        if (!isTakenOver(transaction)) told.current.onChange(toDocument(next.doc, origins, initial.data));
      },
    });
    opened.current = { view: made, origins };
    setView(made);
    setState(first);
    return () => made.destroy();
    // The editor is made once for a page.
  }, []);
  useImperativeHandle(ref, () => ({
    take(document) {
      const { view: editor, origins } = opened.current!;
      editor.dispatch(takeOver(editor.state, fromDocument(document, origins)));
    },
    takeKeys(document) {
      const { view: editor, origins } = opened.current!;
      // A text that is composed would end with the change of its block; the next save gives the keys again.
      if (!editor.composing) editor.dispatch(takeKeys(editor.state, fromDocument(document, origins)));
    },
    focus: () => opened.current!.view.focus(),
  }));

  const opening =
    (kind: EditorDialog['kind']): Command =>
    () => {
      setDialog({ kind });
      return true;
    };
  const choices: Choice[] = [
    { label: 'Image', words: 'picture photo upload', command: choosing(upload, 'image/*') },
    { label: 'File', words: 'attachment download upload', command: choosing(upload) },
    { label: 'Embed', words: 'video link url iframe', command: opening('embed') },
    { label: 'Link to a page', words: 'content reference page card', command: opening('content-ref') },
    { label: 'OpenAPI', words: 'api operation endpoint swagger model webhook', command: opening('openapi') },
    { label: 'Reusable content', words: 'include snippet', command: opening('reusable') },
    { label: 'Variable', words: 'expression value', command: opening('expression') },
    { label: 'Mention', words: 'person user page space @', command: typing('@') },
  ];
  return (
    <ReturnFocus value={() => view?.focus()}>
      <div className="editor">
        {view && state && <Toolbar view={view} state={state} onDialog={setDialog} />}
        <div ref={host} className="editor-text" />
        {view && state && <SlashMenu view={view} state={state} more={choices} />}
        {view && state && <MentionMenu view={view} state={state} />}
        {view && dialog && (
          <EditorDialogs
            dialog={dialog}
            view={view}
            pageId={pageId}
            upload={upload}
            onClose={() => setDialog(undefined)}
          />
        )}
        {opaque.map(({ id, element, node }) => createPortal(<Shown node={node} />, element, String(id)))}
      </div>
    </ReturnFocus>
  );
}

function Shown({ node }: Pick<OpaquePlace, 'node'>) {
  if (node.object === 'cell') return <CellValueView {...node} />;
  return node.object === 'block' ? <Blocks nodes={[node]} /> : <Inlines nodes={[node]} />;
}

const typing =
  (text: string): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.insertText(text));
    return true;
  };

/** Asks for files, and puts them where the cursor is. */
const choosing =
  (upload: Upload, accept = ''): Command =>
  (_state, _dispatch, view) => {
    const input = document.createElement('input');
    Object.assign(input, { type: 'file', accept, multiple: true });
    input.addEventListener('change', () => {
      if (view && !view.isDestroyed) insertFiles(view, [...(input.files ?? [])], view.state.selection.from, upload);
    });
    input.click();
    return true;
  };
