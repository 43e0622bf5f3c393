import { useEffect, useMemo, useRef, useState } from 'react';
import type { RequestError } from '../../api/client';
import type { Document } from '../../api/contracts';
import { Button } from '../../ui/button';
import { Failure, Loading } from '../../ui/states';
import { PageCover } from '../pages/page-cover';
import type { PagePlace } from '../pages/page-links';
import { documentOf, readPageById, type DocumentPage } from '../pages/use-page';
import { Conflicts } from './conflicts';
import DocumentEditor from './document-editor';
import type { StoredDraft } from './draft-storage';
import type { Draft } from './page-saver';
import { leftSource } from './left-text';
import { documentDrafts } from './page-stores';
import { PageSource } from './page-source';
import { PageTitle } from './page-title';
import { isSameText } from './same-text';
import { SaveStateLabel } from './save-state';
import { saveUnderway } from './saves-underway';
import { copyTo, takeTo, uploadTo } from './content-files';
import { usePageSaver } from './use-page-saver';

interface PageEditorProps {
  place: PagePlace;
  page: DocumentPage;
  /** The document of the page was read just now. */
  isFresh: boolean;
}

/** Edits a page of a change request or of main; what is typed is saved by itself. */
export default function PageEditor({ place, page, isFresh }: PageEditorProps) {
  const { spaceId, changeRequestId } = place;
  const [opened, setOpened] = useState<OpenPage>();
  const [error, setError] = useState<RequestError>();
  const [isSource, setSource] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const given = useRef(isFresh ? page : undefined);
  useEffect(() => {
    // A page that was edited as Markdown has another document afterwards.
    setOpened(undefined);
    setError(undefined);
    if (isSource) return;
    let isCurrent = true;
    openPage(place, page.id, given.current).then(
      (read) => isCurrent && setOpened(read),
      (failure: RequestError) => isCurrent && setError(failure),
    );
    given.current = undefined;
    return () => void (isCurrent = false);
  }, [spaceId, changeRequestId, page.id, isSource, attempt]);
  if (isSource) return <PageSource place={place} page={page} onClose={() => setSource(false)} />;
  if (error) return <Failure error={error} onRetry={() => setAttempt(attempt + 1)} />;
  if (!opened) return <Loading lines={8} />;
  const { base, left, source, draft } = opened;
  if (source)
    return (
      <LeftChanges
        title={page.title}
        what="changes to the Markdown of this page"
        onGoOn={() => setSource(true)}
        onDiscard={() => {
          setOpened({ ...opened, source: undefined });
          source.forget();
        }}
      />
    );
  if (left) {
    const open = (chosen?: Draft) => {
      setOpened({ base, draft: chosen });
      left.forget();
    };
    return (
      <LeftChanges
        title={page.title}
        what="changes to this page"
        onGoOn={() => open(left.value)}
        onDiscard={() => open()}
      />
    );
  }
  return <EditedText place={place} page={page} loaded={base} draft={draft} onSource={() => setSource(true)} />;
}

interface LeftChangesProps {
  title: string;
  what: string;
  onGoOn(): void;
  onDiscard(): void;
}

/** Asks whether the writer goes on with what a tab has left behind. */
const LeftChanges = ({ title, what, onGoOn, onDiscard }: LeftChangesProps) => (
  <>
    <h1 className="page-title">{title}</h1>
    <div className="caution stack" role="alert">
      <p>This browser holds {what} that were not saved.</p>
      <div className="row">
        <Button look="primary" onClick={onGoOn}>
          Go on with them
        </Button>
        <Button onClick={onDiscard}>Discard them</Button>
      </div>
    </div>
  </>
);

/** The page as it is on the server, with what a tab has left behind until the writer decides on it. */
interface OpenPage {
  base: Document;
  left?: StoredDraft<Draft>;
  /** The same of its Markdown. */
  source?: StoredDraft<Draft<string>>;
  /** Unsaved text that the writer goes on with. */
  draft?: Draft;
}

/** Reads a page that is not `given`, and what is left of it. The save of a writer who left the page and came back ends first. */
async function openPage(place: PagePlace, id: string, given: DocumentPage | undefined): Promise<OpenPage> {
  const saving = saveUnderway(place, id);
  await saving;
  const reading = given && !saving ? given : readPageById(place, id);
  const [read, left, source] = await Promise.all([reading, documentDrafts(place, id).left(), leftSource(place, id)]);
  const base = documentOf(read);
  if (!left || !isSameText(left.value.document, base)) return { base, left, source };
  // It was saved, and the answer lost.
  left.forget();
  return { base, source };
}

interface EditedTextProps extends Omit<PageEditorProps, 'isFresh'> {
  loaded: Document;
  /** Text that was written before and not saved. */
  draft?: Draft;
  onSource(): void;
}

function EditedText({ place, page, loaded, draft, onSource }: EditedTextProps) {
  const { saver, status, editor, resolve } = usePageSaver(place, page.id, loaded, draft);
  const [upload, copyImage, takeFile] = useMemo(
    () => [uploadTo(place), copyTo(place), takeTo(place)] as const,
    [place],
  );
  return (
    <>
      <PageCover place={place} page={page} />
      <PageTitle place={place} page={page} onEnter={() => editor.current?.focus()} />
      <div className="row">
        <SaveStateLabel status={status} saver={saver} />
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
        ref={editor}
        pageId={page.id}
        document={draft?.document ?? loaded}
        label={`Text of ${page.title}`}
        onChange={(document) => saver.change(document)}
        onSave={() => void saver.flush()}
        upload={upload}
        copyImage={copyImage}
        place={place}
        takeFile={takeFile}
      />
    </>
  );
}
