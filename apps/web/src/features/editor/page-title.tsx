import { useState } from 'react';
import { useNotices } from '../../ui/notices';
import type { PagePlace } from '../pages/page-links';
import { PageSign } from '../pages/page-sign';
import { usePageChanges } from '../pages/use-page-changes';
import type { DocumentPage } from '../pages/use-page';

/** The title of the page, saved when it is left. */
export function PageTitle({ place, page }: { place: PagePlace; page: DocumentPage }) {
  const [title, setTitle] = useState(page.title);
  const changes = usePageChanges(place);
  const notices = useNotices();
  const save = () => {
    const wanted = title.trim();
    if (wanted === '' || wanted === page.title) return setTitle(page.title);
    changes.mutate([{ operation: 'update_page', page: page.id, title: wanted }], {
      onError: (error) => notices.error(error),
    });
  };
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
