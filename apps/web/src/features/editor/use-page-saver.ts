import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { call, RequestError } from '../../api/client';
import type { BodyOf, ChangedContent, Document } from '../../api/contracts';
import { draftStorage } from './draft-storage';
import { readDocumentIn } from './page-editor';
import { PageSaver, type Draft, type PageStore } from './page-saver';

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
  const client = useQueryClient();
  const [{ shown, version }, setShown] = useState({ shown: draft ?? base, version: 0 });
  const take = (document: Document) => setShown((before) => ({ shown: document, version: before.version + 1 }));
  const [saver] = useState(() => {
    const made = new PageSaver(storeOf({ spaceId, changeRequestId }, pageId), base, isAway, take);
    if (draft) made.change(draft);
    return made;
  });
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
        void client.invalidateQueries({ queryKey: ['page', spaceId] });
        void client.invalidateQueries({ queryKey: ['getChangeRequestChanges'] });
        void client.invalidateQueries({ queryKey: ['getChangeRequestById'] });
      });
    };
  }, [saver, client, spaceId]);

  const resolve = (document: Document) => {
    take(document);
    saver.resolve(document);
  };
  return { saver, status, shown, version, resolve };
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
      const changes = [{ operation: 'update_page', page, base, document: { document } }];
      try {
        const body = { changes } as BodyOf<'updateChangeRequestContent'>;
        const edited = await call('updateChangeRequestContent', { params, query: { compat: false }, body });
        return await readIn((edited as ChangedContent).createdRevision);
      } catch (error) {
        if (error instanceof RequestError && error.code === 412) return undefined;
        throw error;
      }
    },
    keep: storage.keep,
    forget: storage.forget,
  };
}
