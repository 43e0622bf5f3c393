import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { RequestError } from '../../api/client';
import { isAway } from '../../api/request-error';
import { Button } from '../../ui/button';
import { Failure, Loading } from '../../ui/states';
import type { PagePlace } from '../pages/page-links';
import type { DocumentPage } from '../pages/use-page';
import type { StoredDraft } from './draft-storage';
import { mergeSources, type SourceConflict } from './merge-sources';
import { PageSaver, type Draft } from './page-saver';
import { sourceDrafts, sourceStore } from './page-stores';
import { SaveStateLabel } from './save-state';
import { useSavedOnLeave, type OpenEditor } from './use-page-saver';

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
  const [loaded, setLoaded] = useState<{ markdown: string; left?: StoredDraft<Draft<string>> }>();
  const [error, setError] = useState<RequestError>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    setError(undefined);
    Promise.all([sourceStore(place, page.id).read(), sourceDrafts(place, page.id).left()]).then(
      ([{ document }, left]) => isCurrent && setLoaded({ markdown: document, left }),
      (failure: RequestError) => isCurrent && setError(failure),
    );
    return () => void (isCurrent = false);
  }, [spaceId, changeRequestId, page.id, attempt]);
  if (error)
    return (
      <>
        <Failure error={error} onRetry={() => setAttempt(attempt + 1)} />
        <Button small onClick={onClose}>
          Edit as text
        </Button>
      </>
    );
  if (!loaded) return <Loading lines={8} />;
  return <OpenSource place={place} page={page} {...loaded} onClose={onClose} />;
}

interface OpenSourceProps extends PageSourceProps {
  markdown: string;
  /** The text that a closed tab could not save. */
  left?: StoredDraft<Draft<string>>;
}

function OpenSource({ place, page, markdown, left, onClose }: OpenSourceProps) {
  const [source, setSource] = useState(left?.value.document ?? markdown);
  const editor = useRef<OpenEditor<string>>(null);
  // The editor may not be loaded yet.
  const take: OpenEditor<string>['take'] = (text, options) =>
    editor.current ? editor.current.take(text, options) : setSource(text);
  const [saver] = useState(() => {
    const store = sourceStore(place, page.id);
    const made = new PageSaver<string, SourceConflict>(store, markdown, mergeSources, isAway, take);
    if (left) {
      left.forget();
      made.resume(left.value);
    }
    return made;
  });
  const status = useSavedOnLeave(saver, place, page.id);
  const decide = (text: string) => {
    take(text, { isUndoable: true });
    saver.resolve(text);
    editor.current?.focus();
  };
  const close = () => void saver.flush().then(() => saver.status().state === 'saved' && onClose());
  const [conflict] = status.conflicts;
  return (
    <>
      <h1 className="visually-hidden">{page.title}</h1>
      <div className="row">
        <SaveStateLabel status={status} saver={saver} />
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
          ref={editor}
          source={source}
          label={`Markdown of ${page.title}`}
          onChange={(text) => saver.change(text)}
          onSave={() => void saver.flush()}
        />
      </Suspense>
    </>
  );
}
