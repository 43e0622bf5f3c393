import { useEffect, useRef, useState } from 'react';
import { useNotices } from '../../ui/notices';
import type { PagePlace } from '../pages/page-links';
import { PageSign } from '../pages/page-sign';
import { usePageChanges } from '../pages/use-page-changes';
import type { DocumentPage } from '../pages/use-page';

/** The title of the page, saved when the field or the page is left. */
export function PageTitle({ place, page }: { place: PagePlace; page: DocumentPage }) {
  const [title, setTitle] = useState(page.title);
  /** The title that the platform has, or was sent last. */
  const stored = useRef(page.title);
  const changes = usePageChanges(place);
  const notices = useNotices();
  const save = () => {
    const wanted = title.trim();
    if (wanted === '') setTitle(stored.current);
    if (wanted === '' || wanted === stored.current) return;
    stored.current = wanted;
    changes.mutate([{ operation: 'update_page', page: page.id, title: wanted }], {
      onError: (error) => {
        stored.current = page.title;
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
  useEffect(() => () => leave.current(), []);
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
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
    </h1>
  );
}
