import '../changes/changes.css';
import { useQueries } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { call, type RequestError } from '../../api/client';
import { useList, useOperation } from '../../api/queries';
import { Bar } from '../../app/bar';
import { LoadMore } from '../../ui/load-more';
import { Failure, Loading } from '../../ui/states';
import { pagesById } from '../documents/references';
import { pagePath } from '../pages/page-links';
import { usePages } from '../pages/use-pages';
import { HistoryList } from './history-list';

/** Revisions of the space that are looked through at once for those that changed the page. */
const atOnce = 20;

/** The revisions in which a page changed, the newest first. */
export default function PageHistoryPage() {
  const { organizationId = '', spaceId = '', pageId = '' } = useParams({ strict: false });
  const space = useOperation('getSpaceById', { params: { spaceId } });
  const pages = usePages({ spaceId });
  const page = pagesById(pages.data ?? []).get(pageId);
  const revisions = useList('listRevisions', { params: { spaceId }, query: { limit: atOnce } });
  const changes = useQueries({
    queries: revisions.items.map(({ id }) => ({
      queryKey: ['page changes', spaceId, id, pageId],
      queryFn: () =>
        call('getRevisionSemanticChanges', {
          params: { spaceId, revisionId: id },
          query: { page: pageId, limit: 1, metadata: false },
        }),
      staleTime: Infinity,
    })),
  });
  // In their order: the first one is the current version, and no line moves while the rest is looked through.
  const end = changes.findIndex(({ isPending }) => isPending);
  const looked = end < 0 ? revisions.items : revisions.items.slice(0, end);
  const failed = changes.find(({ isError }) => isError)?.error as RequestError | undefined;
  // A change that could not be read may be one of the page.
  const isListed = (index: number) => changes[index]!.isError || (changes[index]!.data?.changes.length ?? 0) > 0;
  const changed = looked.filter((_, index) => isListed(index));
  const isLooking = revisions.isPending || end >= 0;
  const error = revisions.error ?? pages.error;
  return (
    <>
      <Bar
        crumbs={[
          { label: space.data?.title ?? '…', to: pagePath({ organizationId, spaceId }) },
          ...(page
            ? [{ label: page.title, to: pagePath({ organizationId, spaceId }, 'path' in page ? page.path : '') }]
            : []),
          { label: 'History' },
        ]}
      />
      <div className="content">
        <h1>History of {page?.title ?? 'the page'}</h1>
        {error && <Failure error={error} />}
        {failed && (
          <>
            <Failure
              error={failed}
              onRetry={() => changes.filter(({ isError }) => isError).forEach(({ refetch }) => void refetch())}
            />
            <p className="muted">Versions whose changes cannot be read are listed as well.</p>
          </>
        )}
        {changed.length > 0 && (
          <HistoryList
            organizationId={organizationId}
            spaceId={spaceId}
            revisions={changed}
            current={changed[0]!.id}
            canEdit={space.data?.permissions.edit ?? false}
            page={{
              id: pageId,
              title: page?.title ?? 'the page',
              path: page && 'path' in page ? page.path : undefined,
            }}
          />
        )}
        {isLooking && <Loading />}
        {!isLooking && !error && changed.length === 0 && (
          <p className="muted">It has not changed in the last {revisions.items.length} versions of the space.</p>
        )}
        <LoadMore list={revisions} />
      </div>
    </>
  );
}
