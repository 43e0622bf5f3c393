import 'prosemirror-view/style/prosemirror.css';
import './editor.css';
import type { Command } from 'prosemirror-state';
import { useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { ReturnFocus } from '../../ui/return-focus';
import { Blocks } from '../documents/blocks';
import { Inlines } from '../documents/inlines';
import { CellValueView } from '../documents/table-block';
import { dialogAfter, EditorDialogs, type EditorDialog } from './editor-dialogs';
import { MentionMenu } from './mention-menu';
import { OpaquePlaces, type OpaquePlace } from './opaque-views';
import { SlashMenu, type Choice } from './slash-menu';
import { Toolbar } from './toolbar';
import { insertFiles, type Upload } from './upload-places';
import { useEditorView, type EditorViewOptions } from './use-editor-view';

interface DocumentEditorProps extends Omit<EditorViewOptions, 'places' | 'onTransaction'> {
  pageId: string;
}

/** Edits a document of the API as text. Blocks that it cannot edit are shown, and can be moved and deleted. */
export default function DocumentEditor({ pageId, ...options }: DocumentEditorProps) {
  const { upload } = options;
  const [dialog, setDialog] = useState<EditorDialog>();
  const [places] = useState(() => new OpaquePlaces());
  const opaque = useSyncExternalStore(places.subscribe, places.list);
  const { host, view, state } = useEditorView({
    ...options,
    places,
    onTransaction: ({ mapping }) => setDialog((open) => open && dialogAfter(open, mapping)),
  });
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
  // Readers see nothing of it.
  if (node.object === 'block' && node.type === 'paragraph' && typeof node.data.source === 'string')
    return <pre className="kept-source">{node.data.source}</pre>;
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
