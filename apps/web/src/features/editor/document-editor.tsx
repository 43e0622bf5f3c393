import 'prosemirror-view/style/prosemirror.css';
import './editor.css';
import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { history } from 'prosemirror-history';
import { EditorState, type Command } from 'prosemirror-state';
import { tableEditing } from 'prosemirror-tables';
import { EditorView } from 'prosemirror-view';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { Document } from '../../api/contracts';
import { ReturnFocus } from '../../ui/return-focus';
import { Blocks } from '../documents/blocks';
import { Inlines } from '../documents/inlines';
import { CellValueView } from '../documents/table-block';
import { dragHandle } from './drag-handle';
import { fromDocument } from './from-document';
import { hintView } from './hint-view';
import { markdownRules } from './input-rules';
import { keys } from './keymap';
import { OpaquePlaces, type OpaquePlace } from './opaque-views';
import { Origins } from './origins';
import { SlashMenu, type Choice } from './slash-menu';
import { toDocument } from './to-document';
import { trailingParagraph } from './trailing-paragraph';
import { typeBehindBlocks } from './type-behind-blocks';
import { Toolbar } from './toolbar';
import { EditorDialogs, type EditorDialog } from './editor-dialogs';
import { MentionMenu } from './mention-menu';
import { pasting } from './paste';
import type { CopyImage } from './pasted-images';
import { insertFiles, uploadPlaces, type Upload } from './uploads';

interface DocumentEditorProps {
  pageId: string;
  /** The document at first; a later value is not taken over while the editor is open. */
  document: Document;
  /** Called with the whole document after each change. */
  onChange(document: Document): void;
  label: string;
  upload: Upload;
  copyImage: CopyImage;
}

/** Edits a document of the API as text. Blocks that it cannot edit are shown, and can be moved and deleted. */
export default function DocumentEditor({
  pageId,
  document: initial,
  onChange,
  label,
  upload,
  copyImage,
}: DocumentEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const changed = useRef(onChange);
  changed.current = onChange;
  const [dialog, setDialog] = useState<EditorDialog>();
  // The menus depend on the focus, which is no part of the state of the editor.
  const [, setFocused] = useState(false);
  const [places] = useState(() => new OpaquePlaces());
  const [view, setView] = useState<EditorView>();
  const [state, setState] = useState<EditorState>();
  const opaque = useSyncExternalStore(places.subscribe, places.list);

  useEffect(() => {
    const origins = new Origins();
    const opened = EditorState.create({
      doc: fromDocument(initial, origins),
      plugins: [
        typeBehindBlocks,
        markdownRules,
        pasting(upload, copyImage),
        uploadPlaces,
        trailingParagraph,
        ...keys,
        history(),
        dropCursor({ color: 'var(--accent)', width: 2 }),
        gapCursor(),
        dragHandle,
        tableEditing(),
      ],
    });
    const made = new EditorView(host.current, {
      state: opened,
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
      handleClickOn: (editor, _position, node, nodePosition, event) => toggleTask(editor, node, nodePosition, event),
      dispatchTransaction(transaction) {
        const next = made.state.apply(transaction);
        made.updateState(next);
        setState(next);
        if (transaction.docChanged) changed.current(toDocument(next.doc, origins, initial.data));
      },
    });
    setView(made);
    setState(opened);
    return () => made.destroy();
    // The editor is made once for a page.
  }, []);

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

/** A click on the box of a task marks it as done, or not. */
function toggleTask(
  view: EditorView,
  node: { type: { name: string }; attrs: Record<string, unknown> },
  position: number,
  event: MouseEvent,
): boolean {
  const data = node.attrs.data as { checked?: boolean } | undefined;
  if (node.type.name !== 'list_item' || typeof data?.checked !== 'boolean') return false;
  const box = (view.nodeDOM(position) as HTMLElement).getBoundingClientRect();
  if (event.clientX > box.left + 24) return false;
  view.dispatch(
    view.state.tr.setNodeMarkup(position, null, { ...node.attrs, data: { ...data, checked: !data.checked } }),
  );
  return true;
}
