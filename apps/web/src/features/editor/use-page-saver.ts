import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { call, RequestError } from '../../api/client';
import type { BodyOf, ChangedContent, Document } from '../../api/contracts';
import { draftStorage } from './draft-storage';
import { readDocumentIn } from './page-editor';
import { mergeBlocks, takeTheirs, type BlockConflict } from './merge-blocks';
import { PageSaver, type Draft, type PageStore, type SaveStatus } from './page-saver';

interface Place {
  spaceId: string;
  changeRequestId: string;
}

/** Saves a page of a change request while it is edited. `version` grows when the editor has to take over another document. */
export function usePageSaver(
  { spaceId, changeRequestId }: Place,
  pageId: string,
  base: Document,
  draft: Document | undefined,
) {
  const [{ shown, version }, setShown] = useState({ shown: draft ?? base, version: 0 });
  const take = (document: Document) => setShown((before) => ({ shown: document, version: before.version + 1 }));
  const [saver] = useState(() => {
    const made = new PageSaver(storeOf({ spaceId, changeRequestId }, pageId), base, mergeBlocks, isAway, take);
    if (draft) made.change(draft);
    return made;
  });
  const status = useSavedOnLeave(saver, spaceId);
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

function storeOf({ spaceId, changeRequestId }: Place, page: string): PageStore {
  const storage = draftStorage<Draft>(`${spaceId}/${changeRequestId}/${page}`);
  const params = { spaceId, changeRequestId };
  const readIn = (revisionId: string) => readDocumentIn(spaceId, revisionId, page);
  return {
    read: async () => {
      const { revision } = await call('getChangeRequestById', { params });
      return { document: await readIn(revision), revision };
    },
    write: async (document, base) => {
      const revision = await writePage({ spaceId, changeRequestId }, page, base, { document });
      return revision === undefined ? undefined : readIn(revision);
    },
    keep: storage.keep,
    forget: storage.forget,
  };
}

/** Writes a page that was read in the revision `base`. Returns the new revision; undefined when the page was changed since. */
export async function writePage(
  { spaceId, changeRequestId }: Place,
  page: string,
  base: string,
  document: { document: Document } | { markdown: string },
): Promise<string | undefined> {
  const body = {
    changes: [{ operation: 'update_page', page, base, document }],
  } as BodyOf<'updateChangeRequestContent'>;
  try {
    const params = { spaceId, changeRequestId };
    const edited = await call('updateChangeRequestContent', { params, query: { compat: false }, body });
    return (edited as ChangedContent).createdRevision;
  } catch (error) {
    if (error instanceof RequestError && error.code === 412) return undefined;
    throw error;
  }
}
