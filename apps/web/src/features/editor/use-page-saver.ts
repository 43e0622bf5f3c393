import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { RequestError } from '../../api/client';
import type { Document } from '../../api/contracts';
import { currentRevision, editContent } from '../pages/edit-content';
import type { ContentPlace } from '../pages/use-pages';
import { draftsOf } from './draft-storage';
import { readDocumentIn } from './page-editor';
import { mergeBlocks, takeTheirs, type BlockConflict } from './merge-blocks';
import { PageSaver, type Draft, type PageStore, type SaveStatus } from './page-saver';

/** The unsaved parts of a page's document. */
export const documentDrafts = (place: ContentPlace, page: string) => draftsOf<Draft>(place, page);

/** Saves a page of a change request or of main while it is edited. `version` grows when the editor has to take over another document. */
export function usePageSaver(place: ContentPlace, pageId: string, base: Document, draft: Document | undefined) {
  const [{ shown, version }, setShown] = useState({ shown: draft ?? base, version: 0 });
  const take = (document: Document) => setShown((before) => ({ shown: document, version: before.version + 1 }));
  const [saver] = useState(() => {
    const made = new PageSaver(storeOf(place, pageId), base, mergeBlocks, isAway, take);
    if (draft) made.change(draft);
    return made;
  });
  const status = useSavedOnLeave(saver, place.spaceId);
  /** `taken` are the conflicts in which the other version stays. */
  const resolve = (taken: readonly BlockConflict[]) => {
    const document = taken.reduce(takeTheirs, saver.latest());
    take(document);
    saver.resolve(document);
  };
  return { saver, status, shown, version, resolve };
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
        for (const name of ['page', 'pages']) void client.invalidateQueries({ queryKey: [name, spaceId] });
        void client.invalidateQueries({ queryKey: ['getChangeRequestChanges'] });
        void client.invalidateQueries({ queryKey: ['getChangeRequestById'] });
      });
    };
  }, [saver, client, spaceId]);
  return status;
}

/** Whether an error means that the server was not reached, or will answer later. */
export const isAway = (error: unknown): boolean =>
  error instanceof RequestError && (error.code === 0 || error.code >= 500 || error.code === 429);

function storeOf(place: ContentPlace, page: string): PageStore {
  const storage = documentDrafts(place, page);
  const readIn = (revisionId: string) => readDocumentIn(place.spaceId, revisionId, page);
  return {
    read: async () => {
      const revision = await currentRevision(place);
      return { document: await readIn(revision), revision };
    },
    write: async (document, base) => {
      const revision = await writePage(place, page, base, { document });
      return revision === undefined ? undefined : readIn(revision);
    },
    keep: storage.keep,
    forget: storage.forget,
  };
}

/** Writes a page that was read in the revision `base`. Returns the new revision; undefined when the page was changed since. */
export async function writePage(
  place: ContentPlace,
  page: string,
  base: string,
  document: { document: Document } | { markdown: string },
): Promise<string | undefined> {
  try {
    return (await editContent(place, [{ operation: 'update_page', page, base, document }])).revision;
  } catch (error) {
    if (error instanceof RequestError && error.code === 412) return undefined;
    throw error;
  }
}
