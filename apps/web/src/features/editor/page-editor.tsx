import { useEffect, useMemo, useState } from 'react';
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

/** Edits a page of a change request; what is typed is saved by itself. */
export default function PageEditor({ place, page }: PageEditorProps) {
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
  return <OpenEditor place={place} page={page} loaded={draft?.base ?? loaded} draft={draft?.document} />;
}

interface OpenEditorProps extends PageEditorProps {
  loaded: Document;
  /** What was written before and not saved. */
  draft?: Document;
}

function OpenEditor({ place, page, loaded, draft }: OpenEditorProps) {
  const { saver, status, shown, version, resolve } = usePageSaver(place, page.id, loaded, draft);
  const upload = useMemo(() => uploadTo(place), [place]);
  return (
    <>
      <PageTitle place={place} page={page} />
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
