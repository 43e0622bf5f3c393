import { useEffect, useMemo, useState } from 'react';
import { call, RequestError } from '../../api/client';
import type { Document } from '../../api/contracts';
import { Button } from '../../ui/button';
import { Failure, Loading } from '../../ui/states';
import { PageCover } from '../pages/page-cover';
import type { PagePlace } from '../pages/page-links';
import { documentOf, type DocumentPage } from '../pages/use-page';
import { Conflicts } from './conflicts';
import DocumentEditor from './document-editor';
import { draftStorage, type Kept } from './draft-storage';
import type { Draft } from './page-saver';
import { PageSource } from './page-source';
import { PageTitle } from './page-title';
import { SaveStateLabel } from './save-state';
import { copyTo, uploadTo } from './upload-file';
import { usePageSaver } from './use-page-saver';

interface PageEditorProps {
  place: PagePlace & { changeRequestId: string };
  page: DocumentPage;
}

/** Edits a page of a change request; what is typed is saved by itself. */
export default function PageEditor({ place, page }: PageEditorProps) {
  const { spaceId, changeRequestId } = place;
  const [opened, setOpened] = useState<Opened>();
  const [error, setError] = useState<RequestError>();
  const [isSource, setSource] = useState(false);
  useEffect(() => {
    // What is edited as Markdown is another document afterwards.
    setOpened(undefined);
    if (isSource) return;
    const storage = draftStorage<Draft>(`${spaceId}/${changeRequestId}/${page.id}`);
    Promise.all([readDocument(spaceId, changeRequestId, page.id), storage.left()]).then(
      ([base, left]) => setOpened({ base, left }),
      (failure: RequestError) => setError(failure),
    );
  }, [spaceId, changeRequestId, page.id, isSource]);
  if (isSource) return <PageSource place={place} page={page} onClose={() => setSource(false)} />;
  if (error) return <Failure error={error} />;
  if (!opened) return <Loading lines={8} />;
  const { base, left, draft } = opened;
  if (left) {
    const open = (chosen?: Draft) => {
      setOpened({ base: chosen?.base ?? base, draft: chosen?.document });
      left.forget();
    };
    return (
      <div className="hint warning stack" role="alert">
        <p>This browser holds changes to this page that were not saved.</p>
        <div className="row">
          <Button look="primary" onClick={() => open(left.value)}>
            Go on with them
          </Button>
          <Button onClick={() => open()}>Discard them</Button>
        </div>
      </div>
    );
  }
  return <OpenEditor place={place} page={page} loaded={base} draft={draft} onSource={() => setSource(true)} />;
}

/** The page as it is on the server, with what a tab has left behind until the writer decides on it. */
interface Opened {
  base: Document;
  left?: Kept<Draft>;
  /** What was written before and is gone on with. */
  draft?: Document;
}

interface OpenEditorProps extends PageEditorProps {
  loaded: Document;
  /** What was written before and not saved. */
  draft?: Document;
  onSource(): void;
}

function OpenEditor({ place, page, loaded, draft, onSource }: OpenEditorProps) {
  const { saver, status, shown, version, resolve } = usePageSaver(place, page.id, loaded, draft);
  const [upload, copyImage] = useMemo(() => [uploadTo(place), copyTo(place)] as const, [place]);
  return (
    <>
      <PageCover place={place} page={page} />
      <PageTitle place={place} page={page} />
      <div className="row">
        <SaveStateLabel status={status} onRetry={() => void saver.flush()} />
        <Button
          small
          disabled={status.conflicts.length > 0}
          onClick={() => void saver.flush().then(() => saver.status().state === 'saved' && onSource())}
        >
          Edit as Markdown
        </Button>
      </div>
      {status.conflicts.length > 0 && <Conflicts conflicts={status.conflicts} onResolved={resolve} />}
      <DocumentEditor
        key={version}
        pageId={page.id}
        document={shown}
        label={`Text of ${page.title}`}
        onChange={(document) => saver.change(document)}
        upload={upload}
        copyImage={copyImage}
      />
    </>
  );
}

export async function readDocument(spaceId: string, changeRequestId: string, pageId: string): Promise<Document> {
  const page = await call('getPageInChangeRequestById', {
    params: { spaceId, changeRequestId, pageId },
    query: { format: 'document', metadata: false },
  });
  return documentOf(page) ?? emptyDocument;
}

/** The document of a page as a revision has it. */
export async function readDocumentIn(spaceId: string, revisionId: string, pageId: string): Promise<Document> {
  const params = { spaceId, revisionId, pageId };
  const page = await call('getPageInRevisionById', { params, query: { format: 'document', metadata: false } });
  return documentOf(page) ?? emptyDocument;
}

const emptyDocument: Document = { object: 'document', data: {}, nodes: [] };
