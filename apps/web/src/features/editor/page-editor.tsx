import { lazy, Suspense, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { call, RequestError } from '../../api/client';
import type { Document } from '../../api/contracts';
import { Button } from '../../ui/button';
import { Failure, Loading } from '../../ui/states';
import type { PagePlace } from '../pages/page-links';
import type { DocumentPage } from '../pages/use-page';
import { Conflicts } from './conflicts';
import DocumentEditor from './document-editor';
import { draftStorage } from './draft-storage';
import type { Draft } from './page-saver';
import { PageTitle } from './page-title';
import { SaveStateLabel } from './save-state';
import { uploadTo } from './upload-file';
import { usePageSaver } from './use-page-saver';

interface PageEditorProps {
  place: PagePlace & { changeRequestId: string };
  page: DocumentPage;
}

const SourceEditor = lazy(() => import('./source-editor'));

/** Edits a page of a change request, as text or as its Markdown; what is typed is saved by itself. */
export default function PageEditor({ place, page }: PageEditorProps) {
  const [isSource, setSource] = useState(false);
  const flush = useRef<Flush>(undefined);
  // The other editor reads what this one has saved.
  const edit = async (asSource: boolean) => {
    await flush.current?.();
    setSource(asSource);
  };
  return (
    <>
      <PageTitle place={place} page={page} />
      <div className="row editor-look" role="group" aria-label="Edit as">
        <Button small aria-pressed={!isSource} onClick={() => void edit(false)}>
          Text
        </Button>
        <Button small aria-pressed={isSource} onClick={() => void edit(true)}>
          Markdown
        </Button>
      </div>
      {isSource ? (
        <Suspense fallback={<Loading lines={8} />}>
          <SourceEditor place={place} page={page} flush={flush} />
        </Suspense>
      ) : (
        <TextEditor place={place} page={page} flush={flush} />
      )}
    </>
  );
}

/** Saves what is not saved yet. */
export type Flush = () => Promise<void>;

interface TextEditorProps extends PageEditorProps {
  /** Is given how the open editor saves. */
  flush: RefObject<Flush | undefined>;
}

function TextEditor({ place, page, flush }: TextEditorProps) {
  const { spaceId, changeRequestId } = place;
  const [loaded, setLoaded] = useState<Document>();
  const [error, setError] = useState<RequestError>();
  const storage = useMemo(
    () => draftStorage(`${spaceId}/${changeRequestId}/${page.id}`),
    [spaceId, changeRequestId, page.id],
  );
  const [kept, setKept] = useState<Draft | undefined>(() => storage.read());
  useEffect(() => {
    readDocument(spaceId, changeRequestId, page.id).then(setLoaded, (failure: RequestError) => setError(failure));
  }, [spaceId, changeRequestId, page.id]);
  if (error) return <Failure error={error} />;
  if (!loaded) return <Loading lines={8} />;
  if (kept && kept.document)
    return (
      <div className="hint warning stack" role="alert">
        <p>This browser holds changes to this page that were not saved.</p>
        <div className="row">
          <Button look="primary" onClick={() => setKept({ ...kept, document: undefined as never })}>
            Go on with them
          </Button>
          <Button
            onClick={() => {
              storage.forget();
              setKept(undefined);
            }}
          >
            Discard them
          </Button>
        </div>
      </div>
    );
  const draft = kept ? storage.read() : undefined;
  return <OpenEditor place={place} page={page} flush={flush} loaded={draft?.base ?? loaded} draft={draft?.document} />;
}

interface OpenEditorProps extends TextEditorProps {
  loaded: Document;
  /** What was written before and not saved. */
  draft?: Document;
}

function OpenEditor({ place, page, flush, loaded, draft }: OpenEditorProps) {
  const { saver, status, shown, version, resolve } = usePageSaver(place, page.id, loaded, draft);
  const upload = useMemo(() => uploadTo(place), [place]);
  useEffect(() => void (flush.current = () => saver.flush()), [flush, saver]);
  return (
    <>
      <SaveStateLabel status={status} onRetry={() => void saver.flush()} />
      {status.conflicts.length > 0 && <Conflicts conflicts={status.conflicts} document={shown} onResolved={resolve} />}
      <DocumentEditor
        key={version}
        document={shown}
        label={`Text of ${page.title}`}
        onChange={(document) => saver.change(document)}
        upload={upload}
      />
    </>
  );
}

export async function readDocument(spaceId: string, changeRequestId: string, pageId: string): Promise<Document> {
  const page = await call('getPageInChangeRequestById', {
    params: { spaceId, changeRequestId, pageId },
    query: { format: 'document', metadata: false },
  });
  return documentOf(page);
}

/** The document of a page as a revision has it. */
export async function readDocumentIn(spaceId: string, revisionId: string, pageId: string): Promise<Document> {
  const params = { spaceId, revisionId, pageId };
  return documentOf(await call('getPageInRevisionById', { params, query: { format: 'document', metadata: false } }));
}

const documentOf = (page: object): Document =>
  ('document' in page && (page.document as Document | undefined)) || { object: 'document', data: {}, nodes: [] };
