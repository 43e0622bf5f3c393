import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, type RequestError } from '../../api/client';
import type { Document } from '../../api/contracts';
import { Failure, Loading } from '../../ui/states';
import { ReferenceContext, pagesById } from '../documents/references';
import { usePages } from '../pages/use-pages';
import type { PagePlace } from '../pages/page-links';
import { DocumentDiffView } from './document-diff-view';
import { sourceChanges, type SourceChange } from './source-diff';
import { SourceDiffView } from './source-diff-view';

export type DiffLook = 'rendered' | 'source';

/** The revisions between which a page is compared; absent where it was or is not there. */
export interface Versions {
  before?: string;
  after?: string;
}

interface PageDiffProps {
  organizationId: string;
  spaceId: string;
  page: string;
  versions: Versions;
  look: DiffLook;
  /** The changes as Markdown, where they are known already. */
  blocks?: readonly SourceChange[];
}

/** The changes of a page between two revisions. */
export function PageDiff({ look, blocks, ...rest }: PageDiffProps) {
  if (look === 'rendered') return <RenderedDiff {...rest} />;
  return blocks ? <SourceDiffView changes={blocks} /> : <SourceDiff {...rest} />;
}

function RenderedDiff({ organizationId, spaceId, page, versions }: Omit<PageDiffProps, 'look'>) {
  const found = useVersions<Document>(
    'document',
    versions,
    (revisionId) => call('getPageDocumentInRevisionById', { params: { spaceId, revisionId, pageId: page } }),
    [spaceId, page],
  );
  const revisionId = versions.after ?? versions.before;
  const place: PagePlace = useMemo(
    () => ({ organizationId, spaceId, revisionId }),
    [organizationId, spaceId, revisionId],
  );
  const pages = usePages(place);
  const references = useMemo(() => ({ place, pages: pagesById(pages.data ?? []) }), [place, pages.data]);
  if (found.error) return <Failure error={found.error} onRetry={found.retry} />;
  if (!found.isReady) return <Loading />;
  return (
    <ReferenceContext value={references}>
      <DocumentDiffView page={page} before={found.before?.nodes ?? []} after={found.after?.nodes ?? []} />
    </ReferenceContext>
  );
}

function SourceDiff({ spaceId, page, versions }: Omit<PageDiffProps, 'look'>) {
  const found = useVersions<string>(
    'markdown',
    versions,
    async (revisionId) => {
      const params = { spaceId, revisionId, pageId: page };
      const read = await call('getPageInRevisionById', { params, query: { format: 'markdown' } });
      return ('markdown' in read && read.markdown) || '';
    },
    [spaceId, page],
  );
  if (found.error) return <Failure error={found.error} onRetry={found.retry} />;
  if (!found.isReady) return <Loading />;
  return <SourceDiffView changes={sourceChanges(found.before ?? '', found.after ?? '')} />;
}

/** Reads both versions. Revisions never change, so nothing is read twice. */
function useVersions<T>(
  kind: string,
  { before, after }: Versions,
  read: (revision: string) => Promise<T>,
  key: readonly string[],
) {
  const [old, now] = useQueries({
    queries: [before, after].map((revision) => ({
      queryKey: ['version', kind, ...key, revision ?? ''],
      queryFn: () => read(revision!),
      enabled: revision !== undefined,
      staleTime: Infinity,
    })),
  });
  return {
    before: old!.data,
    after: now!.data,
    error: (old!.error ?? now!.error) as RequestError | null,
    isReady: (before === undefined || old!.isSuccess) && (after === undefined || now!.isSuccess),
    retry: () => [old!, now!].forEach((version) => void version.refetch()),
  };
}
