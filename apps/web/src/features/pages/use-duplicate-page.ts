import { useState } from 'react';
import { useNotices } from '../../ui/notices';
import { withoutKeys } from '../documents/without-keys';
import type { PagePlace } from './page-links';
import { usePageChanges } from './use-page-changes';
import { documentOf, readPageById, type DocumentPage } from './use-page';

/** Puts a copy of a page behind it, without the pages below. */
export function useDuplicatePage(place: PagePlace) {
  const changes = usePageChanges(place);
  const notices = useNotices();
  const [isReading, setReading] = useState(false);
  const duplicate = async (
    { id, title, emoji, icon, description }: DocumentPage,
    into: string | undefined,
    at: number,
  ) => {
    setReading(true);
    try {
      const document = withoutKeys(documentOf(await readPageById(place, id)));
      const about = { title: `Copy of ${title}`, emoji, icon, description };
      const spot = { ...(into && { into }), at };
      await changes.mutateAsync([{ operation: 'insert_page', ...about, ...spot, document: { document } } as never]);
      notices.success(`“Copy of ${title}” is created.`);
    } catch (error) {
      notices.error(error);
    } finally {
      setReading(false);
    }
  };
  return { duplicate, isPending: isReading };
}
