import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { readAgain } from '../../api/queries';
import { isAway } from '../../api/request-error';
import { useNotices } from '../../ui/notices';
import type { PagePlace } from '../pages/page-links';
import { usePageChanges } from '../pages/use-page-changes';
import type { DocumentPage } from '../pages/use-page';
import { retryAfter } from './page-saver';
import { titleDrafts } from './page-stores';

/** The title of a page in a field. This browser keeps it until it is saved; `save` is for when the field is left. */
export function useTitle(place: PagePlace, page: DocumentPage) {
  const { spaceId, changeRequestId } = place;
  const [title, setTitle] = useState(page.title);
  const [isOffline, setOffline] = useState(false);
  /** The title that the platform has, or was sent last. */
  const stored = useRef(page.title);
  /** The platform does not take the title that is in the field. */
  const isRefused = useRef(false);
  /** The title that could not be saved while the platform was away. */
  const waiting = useRef<string>(undefined);
  const client = useQueryClient();
  const drafts = useMemo(() => titleDrafts({ spaceId, changeRequestId }, page.id), [spaceId, changeRequestId, page.id]);
  const changes = usePageChanges(place);
  const notices = useNotices();
  const wanted = title.trim();
  const isChanged = wanted !== '' && wanted !== stored.current.trim();

  const change = (typed: string) => {
    setTitle(typed);
    isRefused.current = false;
    drafts.keep({ title: typed, bases: [page.title, stored.current] });
  };
  const save = () => {
    if (wanted === '') setTitle(stored.current);
    if (!isChanged) {
      setOffline(false);
      if (!changes.isPending) drafts.forget();
      return;
    }
    stored.current = wanted;
    changes.mutate([{ operation: 'update_page', page: page.id, title: wanted }], {
      onSuccess: () => {
        setOffline(false);
        void drafts.left().then((left) => left?.value.title.trim() === wanted && left.forget());
      },
      onError: (error) => {
        stored.current = page.title;
        setOffline(isAway(error));
        isRefused.current = !isAway(error);
        waiting.current = wanted;
        // The change request may have been merged, or the right to edit taken away: the screen then says so.
        if (isRefused.current) void readAgain(client, ['getChangeRequestById', 'getSpaceById']);
        // It is tried again until it succeeds, and said once.
        if (!isOffline || isRefused.current) notices.error(error);
      },
    });
  };
  const latest = useRef({ title, save });
  latest.current = { title, save };

  useEffect(() => {
    if (title === stored.current) setTitle(page.title);
    stored.current = page.title;
  }, [page.title]);

  // Goes on with a title that this tab or a closed one could not save.
  const [isResumed, setResumed] = useState(false);
  useEffect(() => {
    void drafts.left().then((left) => {
      if (!left || latest.current.title !== page.title) return;
      left.forget();
      const { bases, title: typed } = left.value;
      if (typed.trim() === page.title.trim() || typed.trim() === '') return;
      if (!bases.includes(page.title))
        return notices.error(`Your title “${typed}” was not saved, and this page has another title since.`);
      change(typed);
      setResumed(true);
    });
  }, [drafts]);
  useEffect(() => {
    if (isResumed) latest.current.save();
  }, [isResumed]);

  // With the Back key a page is left whose field has the focus.
  useEffect(() => () => void (isRefused.current || latest.current.save()), []);
  useEffect(() => {
    if (!isOffline) return;
    // Another title is saved once the field is left.
    const retry = () => latest.current.title.trim() === waiting.current && latest.current.save();
    const timer = setInterval(retry, retryAfter);
    addEventListener('online', retry);
    return () => {
      clearInterval(timer);
      removeEventListener('online', retry);
    };
  }, [isOffline]);
  const isUnsaved = isChanged || changes.isPending;
  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
  return { title, change, save };
}
