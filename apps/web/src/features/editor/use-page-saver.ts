import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Document } from '../../api/contracts';
import { readContentAgain } from '../pages/read-content-again';
import type { ContentPlace } from '../pages/use-pages';
import { mergeBlocks, takeTheirs, type BlockConflict } from './merge-blocks';
import { PageSaver, type SaveStatus } from './page-saver';
import { documentStore, isAway } from './page-stores';

/** An editor that is open. */
export interface OpenEditor<T> {
  /** Makes the text another one, which holds the changes of others. */
  take(document: T): void;
  /** Learns the keys that blocks have since the text was saved; absent where the text has none. */
  takeKeys?(document: T): void;
  focus(): void;
}

/** Saves a page of a change request or of main while it is edited in `editor`. */
export function usePageSaver(place: ContentPlace, pageId: string, base: Document, draft: Document | undefined) {
  const editor = useRef<OpenEditor<Document>>(null);
  const take = (document: Document) => editor.current?.take(document);
  const [saver] = useState(() => {
    const made = new PageSaver(documentStore(place, pageId), base, mergeBlocks, isAway, take, (saved) =>
      editor.current?.takeKeys?.(saved),
    );
    if (draft) made.change(draft);
    return made;
  });
  const status = useSavedOnLeave(saver, place.spaceId);
  /** `taken` are the conflicts in which the other version stays. */
  const resolve = (taken: readonly BlockConflict[]) => {
    const document = taken.reduce(takeTheirs, saver.latest());
    take(document);
    saver.resolve(document);
    editor.current?.focus();
  };
  return { saver, status, editor, resolve };
}

/** The state of a saver. The page is saved when the writer leaves it, and when the browser is online again. */
export function useSavedOnLeave<T, C>(saver: PageSaver<T, C>, spaceId: string): SaveStatus<C> {
  const client = useQueryClient();
  const status = useSyncExternalStore(saver.subscribe, saver.status);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => saver.status().state !== 'saved' && event.preventDefault();
    const retry = () => void saver.flush();
    addEventListener('beforeunload', warn);
    addEventListener('online', retry);
    return () => {
      removeEventListener('beforeunload', warn);
      removeEventListener('online', retry);
      void saver.flush().then(() => {
        saver.close();
        void readContentAgain(client, spaceId);
      });
    };
  }, [saver, client, spaceId]);
  return status;
}
