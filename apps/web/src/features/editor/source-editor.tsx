import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown } from '@codemirror/lang-markdown';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { call, RequestError } from '../../api/client';
import { Button } from '../../ui/button';
import { Failure, Loading } from '../../ui/states';
import { draftStorage } from './draft-storage';
import type { Flush } from './page-editor';
import { PageSaver, type PageStore } from './page-saver';
import { SaveStateLabel } from './save-state';
import { isAway, useSavedOnLeave, writePage } from './use-page-saver';

/** Weight and colour of the app's tokens, which have contrast in light and dark. */
const look = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url, tags.labelName], color: 'var(--accent-strong)' },
  { tag: [tags.quote, tags.processingInstruction, tags.meta, tags.comment], color: 'var(--muted)' },
]);

interface SourceEditorProps {
  place: { spaceId: string; changeRequestId: string };
  page: { id: string; title: string };
  /** Is given how the editor saves. */
  flush: RefObject<Flush | undefined>;
}

/** Edits the Markdown of a page of a change request, as its file has it. */
export default function SourceEditor({ place, page, flush }: SourceEditorProps) {
  const { spaceId, changeRequestId } = place;
  const store = useMemo(() => storeOf({ spaceId, changeRequestId }, page.id), [spaceId, changeRequestId, page.id]);
  const [loaded, setLoaded] = useState<string>();
  const [error, setError] = useState<RequestError>();
  useEffect(() => {
    store.read().then(({ document }) => setLoaded(document), setError);
  }, [store]);
  if (error) return <Failure error={error} />;
  if (loaded === undefined) return <Loading lines={8} />;
  return <OpenSource spaceId={spaceId} title={page.title} store={store} loaded={loaded} flush={flush} />;
}

/** Both versions of a text that two people changed. */
interface SourceConflict {
  theirs: string;
}

interface OpenSourceProps {
  spaceId: string;
  title: string;
  store: SourceStore;
  loaded: string;
  flush: RefObject<Flush | undefined>;
}

function OpenSource({ spaceId, title, store, loaded, flush }: OpenSourceProps) {
  const draft = useMemo(() => store.kept(), [store]);
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const show = (text: string) => {
    const { state } = view.current!;
    if (state.doc.toString() === text) return;
    view.current!.dispatch({ changes: { from: 0, to: state.doc.length, insert: text } });
  };
  const [saver] = useState(() => {
    const made = new PageSaver<string, SourceConflict>(store, draft?.base ?? loaded, mergeSources, isAway, show);
    if (draft) made.change(draft.document);
    return made;
  });
  const status = useSavedOnLeave(saver, spaceId);
  useEffect(() => void (flush.current = () => saver.flush()), [flush, saver]);
  useEffect(() => {
    const made = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc: draft?.document ?? loaded,
        extensions: [
          history(),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          markdown(),
          syntaxHighlighting(look),
          EditorView.lineWrapping,
          EditorView.cspNonce.of(document.documentElement.dataset.nonce ?? ''),
          EditorView.contentAttributes.of({ 'aria-label': `Markdown of ${title}` }),
          EditorView.updateListener.of(({ docChanged, state }) => docChanged && saver.change(state.doc.toString())),
        ],
      }),
    });
    view.current = made;
    return () => made.destroy();
    // The editor is made once for a page.
  }, []);
  const [conflict] = status.conflicts;
  return (
    <>
      <SaveStateLabel status={status} onRetry={() => void saver.flush()} />
      {conflict && (
        <section className="thread" aria-label="Conflict">
          <strong>The other version</strong>
          <pre className="source-conflict">{conflict.theirs}</pre>
          <div className="row">
            <Button onClick={() => saver.resolve(view.current!.state.doc.toString())}>Keep yours</Button>
            <Button
              onClick={() => {
                show(conflict.theirs);
                saver.resolve(conflict.theirs);
              }}
            >
              Take the other
            </Button>
          </div>
        </section>
      )}
      <div className="source-editor" ref={host} />
    </>
  );
}

/** A text that both sides changed is a conflict as a whole. */
const mergeSources = (base: string, mine: string, theirs: string) => {
  if (mine === base) return { document: theirs, conflicts: [] };
  return { document: mine, conflicts: mine === theirs ? [] : [{ theirs }] };
};

interface SourceStore extends PageStore<string> {
  /** The text that this browser holds and could not save. */
  kept(): { base: string; document: string } | undefined;
}

function storeOf(place: SourceEditorProps['place'], page: string): SourceStore {
  const { spaceId, changeRequestId } = place;
  const storage = draftStorage<string>(`${spaceId}/${changeRequestId}/${page}/source`);
  const readIn = async (revisionId: string): Promise<string> => {
    const params = { spaceId, revisionId, pageId: page };
    const query = { format: 'markdown', metadata: false } as const;
    const read = await call('getPageInRevisionById', { params, query });
    return 'markdown' in read ? (read.markdown ?? '') : '';
  };
  return {
    read: async () => {
      const { revision } = await call('getChangeRequestById', { params: { spaceId, changeRequestId } });
      return { document: await readIn(revision), revision };
    },
    write: async (markdown, base) => {
      const revision = await writePage(place, page, base, { markdown });
      return revision === undefined ? undefined : readIn(revision);
    },
    keep: storage.keep,
    kept: storage.read,
    forget: storage.forget,
  };
}
