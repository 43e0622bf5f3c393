import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { call, type RequestError } from '../../api/client';
import type { BodyOf, ChangedContent } from '../../api/contracts';
import { Button } from '../../ui/button';
import { Failure, Loading } from '../../ui/states';
import type { PagePlace } from '../pages/page-links';
import type { DocumentPage } from '../pages/use-page';
import { draftStorage, type Kept } from './draft-storage';
import { SaveStateLabel } from './save-state';
import { SourceSaver, type ReadSource } from './source-saver';
import { isAway } from './use-page-saver';

const SourceEditor = lazy(() => import('./source-editor'));

interface PageSourceProps {
  place: PagePlace & { changeRequestId: string };
  page: DocumentPage;
  /** Goes back to the editor of blocks, with the page as it is saved. */
  onClose(): void;
}

/** Edits the Markdown of a page of a change request; what is typed is saved by itself. */
export function PageSource({ place, page, onClose }: PageSourceProps) {
  const { spaceId, changeRequestId } = place;
  const [loaded, setLoaded] = useState<{ page: ReadSource; left?: Kept<string> }>();
  const [error, setError] = useState<RequestError>();
  useEffect(() => {
    const storage = draftStorage<string>(sourceName(place, page));
    Promise.all([readSource(spaceId, changeRequestId, page.id), storage.left()]).then(
      ([read, left]) => setLoaded({ page: read, left }),
      setError,
    );
  }, [spaceId, changeRequestId, page.id]);
  if (error) return <Failure error={error} />;
  if (!loaded) return <Loading lines={8} />;
  return <OpenSource place={place} page={page} loaded={loaded.page} left={loaded.left} onClose={onClose} />;
}

const sourceName = ({ spaceId, changeRequestId }: PageSourceProps['place'], { id }: DocumentPage) =>
  `${spaceId}/${changeRequestId}/${id}/markdown`;

interface OpenSourceProps extends PageSourceProps {
  loaded: ReadSource;
  /** What a tab has written before and not saved. */
  left?: Kept<string>;
}

function OpenSource({ place, page, loaded, left, onClose }: OpenSourceProps) {
  const { spaceId } = place;
  const client = useQueryClient();
  const [saver] = useState(() => {
    const storage = draftStorage<string>(sourceName(place, page));
    const write = (markdown: string, base: string) => writeSource(place, page.id, markdown, base);
    return new SourceSaver({ write, ...storage }, loaded.revision, isAway);
  });
  const status = useSyncExternalStore(saver.subscribe, saver.status);
  const [source] = useState(() => left?.value ?? loaded.markdown);
  useEffect(() => {
    left?.forget();
    if (source !== loaded.markdown) saver.change(source);
    const warn = (event: BeforeUnloadEvent) => saver.status().state !== 'saved' && event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => {
      removeEventListener('beforeunload', warn);
      void saver.flush().then(() => {
        for (const name of ['page', 'pages']) void client.invalidateQueries({ queryKey: [name, spaceId] });
        void client.invalidateQueries({ queryKey: ['getChangeRequestChanges'] });
      });
    };
  }, [saver, client, spaceId, source, loaded.markdown, left]);
  const close = () => void saver.flush().then(() => saver.status().state === 'saved' && onClose());
  return (
    <>
      <div className="row">
        <SaveStateLabel status={{ ...status, conflicts: [] }} onRetry={() => void saver.flush()} />
        <Button small onClick={close}>
          Edit as text
        </Button>
      </div>
      <Suspense fallback={<Loading lines={8} />}>
        <SourceEditor
          source={source}
          label={`Markdown of ${page.title}`}
          onChange={(markdown) => saver.change(markdown)}
          onSave={() => void saver.flush()}
        />
      </Suspense>
    </>
  );
}

async function readSource(spaceId: string, changeRequestId: string, pageId: string): Promise<ReadSource> {
  const { revision } = await call('getChangeRequestById', { params: { spaceId, changeRequestId } });
  const params = { spaceId, revisionId: revision, pageId };
  const page = await call('getPageInRevisionById', { params, query: { format: 'markdown', metadata: false } });
  return { markdown: (page as { markdown?: string }).markdown ?? '', revision };
}

/** Writes the page that was read in a revision, and answers the revision that it makes. */
async function writeSource(
  { spaceId, changeRequestId }: PageSourceProps['place'],
  page: string,
  markdown: string,
  base: string,
): Promise<string> {
  const body = { changes: [{ operation: 'update_page', page, base, document: { markdown } }] };
  const edited = await call('updateChangeRequestContent', {
    params: { spaceId, changeRequestId },
    query: { compat: false },
    body: body as BodyOf<'updateChangeRequestContent'>,
  });
  return (edited as ChangedContent).createdRevision;
}
