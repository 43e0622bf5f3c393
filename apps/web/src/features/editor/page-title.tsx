import { useEffect, useRef, useState } from 'react';
import { isComposing } from '../../ui/is-composing';
import { useNotices } from '../../ui/notices';
import type { PagePlace } from '../pages/page-links';
import { PageSign } from '../pages/page-sign';
import { usePageChanges } from '../pages/use-page-changes';
import type { DocumentPage } from '../pages/use-page';

interface PageTitleProps {
  place: PagePlace;
  page: DocumentPage;
  /** Goes on to the text of the page. */
  onEnter(): void;
}

/** The title of the page, saved when the field or the page is left. */
export function PageTitle({ place, page, onEnter }: PageTitleProps) {
  const [title, setTitle] = useState(page.title);
  /** The title that the platform has, or was sent last. */
  const stored = useRef(page.title);
  const isFailed = useRef(false);
  const changes = usePageChanges(place);
  const notices = useNotices();
  const wanted = title.trim();
  const isChanged = wanted !== '' && wanted !== stored.current.trim();
  const save = () => {
    if (wanted === '') setTitle(stored.current);
    if (!isChanged) return;
    stored.current = wanted;
    isFailed.current = false;
    changes.mutate([{ operation: 'update_page', page: page.id, title: wanted }], {
      onError: (error) => {
        stored.current = page.title;
        isFailed.current = true;
        notices.error(error);
      },
    });
  };
  useEffect(() => {
    if (title === stored.current) setTitle(page.title);
    stored.current = page.title;
  }, [page.title]);
  // With the Back key a page is left whose field has the focus.
  const leave = useRef(save);
  leave.current = save;
  useEffect(() => {
    const retry = () => isFailed.current && leave.current();
    addEventListener('online', retry);
    return () => {
      removeEventListener('online', retry);
      leave.current();
    };
  }, []);
  const isUnsaved = isChanged || changes.isPending;
  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
  return (
    <h1 className="page-title">
      <PageSign page={page} />
      <input
        className="title-input"
        aria-label="Title of the page"
        value={title}
        maxLength={1000}
        onChange={(event) => setTitle(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          // With the Enter key a composed word ends as well, which goes on in the field.
          if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
          event.preventDefault();
          onEnter();
        }}
      />
    </h1>
  );
}
