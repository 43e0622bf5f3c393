import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Document } from '../../api/contracts';
import { readAgain } from '../../api/queries';
import { isAway } from '../../api/request-error';
import { readContentAgain } from '../pages/read-content-again';
import type { ContentPlace } from '../pages/use-pages';
import { mergeBlocks, takeTheirs, type BlockConflict } from './merge-blocks';
import { PageSaver, type Draft, type SaveStatus } from './page-saver';
import { documentStore } from './page-stores';
import { addSaveUnderway } from './saves-underway';

/** An editor that is open. */
export interface OpenEditor<T> {
  /** Makes the text another one, which holds the changes of others. The writer can undo only a change that they chose. */
  take(document: T, options?: { isUndoable: boolean }): void;
  /** Learns the keys that blocks have since the text was saved; absent where the text has none. */
  takeKeys?(document: T): void;
  focus(): void;
}

/** Saves a page of a change request or of main while it is edited in `editor`; goes on with a draft of it. */
export function usePageSaver(place: ContentPlace, pageId: string, base: Document, draft: Draft | undefined) {
  const editor = useRef<OpenEditor<Document>>(null);
  const [saver] = useState(() => {
    const take = (document: Document) => editor.current?.take(document);
    const made = new PageSaver(documentStore(place, pageId), base, mergeBlocks, isAway, take, (saved) =>
      editor.current?.takeKeys?.(saved),
    );
    if (draft) made.resume(draft);
    return made;
  });
  const status = useSavedOnLeave(saver, place, pageId);
  /** `taken` are the conflicts in which the other version stays. */
  const resolve = (taken: readonly BlockConflict[]) => {
    const document = taken.reduce(takeTheirs, saver.latest());
    editor.current?.take(document, { isUndoable: true });
    saver.resolve(document);
    editor.current?.focus();
  };
  return { saver, status, editor, resolve };
}

/** The state of a saver. The page is saved when the writer leaves it, and when the browser is online again. */
export function useSavedOnLeave<T, C>(saver: PageSaver<T, C>, place: ContentPlace, pageId: string): SaveStatus<C> {
  const { spaceId, changeRequestId } = place;
  const client = useQueryClient();
  const status = useSyncExternalStore(saver.subscribe, saver.status);

  // The change request may have been merged, or the right to edit taken away: the screen then says so.
  useEffect(() => {
    if (status.state === 'failed') void readAgain(client, ['getChangeRequestById', 'getSpaceById']);
  }, [client, status.state]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => saver.status().state !== 'saved' && event.preventDefault();
    const retry = () => void saver.flush();
    addEventListener('beforeunload', warn);
    addEventListener('online', retry);
    return () => {
      removeEventListener('beforeunload', warn);
      removeEventListener('online', retry);
      const saved = saver.flush();
      addSaveUnderway({ spaceId, changeRequestId }, pageId, saved);
      void saved.then(() => {
        saver.close();
        if (saver.hasWritten()) return void readContentAgain(client, spaceId);
        // The pages of a large space are many, so they stay where nothing was written. A writer who comes back reads the page anew.
        void client.invalidateQueries({ queryKey: ['page', spaceId], refetchType: 'none' });
      });
    };
  }, [saver, client, spaceId, changeRequestId, pageId]);
  return status;
}
