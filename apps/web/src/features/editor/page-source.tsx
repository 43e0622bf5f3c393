import { lazy, Suspense, useEffect, useState } from 'react';
import { call, type RequestError } from '../../api/client';
import { Button } from '../../ui/button';
import { Failure, Loading } from '../../ui/states';
import { currentRevision } from '../pages/edit-content';
import type { PagePlace } from '../pages/page-links';
import type { DocumentPage } from '../pages/use-page';
import { draftsOf, type Kept } from './draft-storage';
import { mergeSources, type SourceConflict } from './merge-sources';
import { PageSaver, type Draft, type PageStore } from './page-saver';
import { SaveStateLabel } from './save-state';
import { isAway, useSavedOnLeave, writePage } from './use-page-saver';

const SourceEditor = lazy(() => import('./source-editor'));

interface PageSourceProps {
  place: PagePlace;
  page: DocumentPage;
  /** Goes back to the editor of blocks, with the page as it is saved. */
  onClose(): void;
}

/** Edits the Markdown of a page of a change request or of main; the text is saved by itself. */
export function PageSource({ place, page, onClose }: PageSourceProps) {
  const { spaceId, changeRequestId } = place;
  const [loaded, setLoaded] = useState<{ markdown: string; left?: Kept<Draft<string>> }>();
  const [error, setError] = useState<RequestError>();
  useEffect(() => {
    Promise.all([storeOf(place, page.id).read(), storageOf(place, page.id).left()]).then(
      ([{ document }, left]) => setLoaded({ markdown: document, left }),
      setError,
    );
  }, [spaceId, changeRequestId, page.id]);
  if (error) return <Failure error={error} />;
  if (!loaded) return <Loading lines={8} />;
  return <OpenSource place={place} page={page} {...loaded} onClose={onClose} />;
}

interface OpenSourceProps extends PageSourceProps {
  markdown: string;
  /** The text that a closed tab could not save. */
  left?: Kept<Draft<string>>;
}

function OpenSource({ place, page, markdown, left, onClose }: OpenSourceProps) {
  const [{ shown, version }, setShown] = useState({ shown: left?.value.document ?? markdown, version: 0 });
  const take = (text: string) => setShown((before) => ({ shown: text, version: before.version + 1 }));
  const [saver] = useState(() => {
    const base = left?.value.base ?? markdown;
    const made = new PageSaver<string, SourceConflict>(storeOf(place, page.id), base, mergeSources, isAway, take);
    if (left) {
      left.forget();
      made.change(left.value.document);
    }
    return made;
  });
  const status = useSavedOnLeave(saver, place.spaceId);
  const decide = (text: string) => {
    take(text);
    saver.resolve(text);
  };
  const close = () => void saver.flush().then(() => saver.status().state === 'saved' && onClose());
  const [conflict] = status.conflicts;
  return (
    <>
      <h1 className="visually-hidden">{page.title}</h1>
      <div className="row">
        <SaveStateLabel status={status} onRetry={() => void saver.flush()} />
        <Button small onClick={close}>
          Edit as text
        </Button>
      </div>
      {conflict && (
        <section className="thread" aria-label="Conflict">
          <strong>The other version</strong>
          <pre className="source-conflict">{conflict.theirs}</pre>
          <div className="row">
            <Button onClick={() => decide(saver.latest())}>Keep yours</Button>
            <Button onClick={() => decide(conflict.theirs)}>Take the other</Button>
          </div>
        </section>
      )}
      <Suspense fallback={<Loading lines={8} />}>
        <SourceEditor
          key={version}
          source={shown}
          label={`Markdown of ${page.title}`}
          onChange={(text) => saver.change(text)}
          onSave={() => void saver.flush()}
        />
      </Suspense>
    </>
  );
}

const storageOf = (place: PagePlace, page: string) => draftsOf<Draft<string>>(place, `${page}/markdown`);

function storeOf(place: PagePlace, page: string): PageStore<string> {
  const { spaceId } = place;
  const { keep, forget } = storageOf(place, page);
  const readIn = async (revisionId: string): Promise<string> => {
    const params = { spaceId, revisionId, pageId: page };
    const read = await call('getPageInRevisionById', { params, query: { format: 'markdown', metadata: false } });
    return (read as { markdown?: string }).markdown ?? '';
  };
  return {
    read: async () => {
      const revision = await currentRevision(place);
      return { document: await readIn(revision), revision };
    },
    write: async (markdown, base) => {
      const revision = await writePage(place, page, base, { markdown });
      return revision === undefined ? undefined : readIn(revision);
    },
    keep,
    forget,
  };
}
