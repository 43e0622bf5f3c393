import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { call, type RequestError } from '../../api/client';
import { useOperation } from '../../api/queries';
import { Bar } from '../../app/bar';
import { Failure, Loading } from '../../ui/states';
import { ChangeList } from '../changes/change-list';
import { pagePath } from '../pages/page-links';
import { compareTrees } from './page-trees';

/** Changes that are listed at first. */
const some = 50;

/** The differences between two revisions of a space, or of one page of it. */
export default function ComparePage() {
  const { organizationId = '', spaceId = '', before = '', after = '', pageId } = useParams({ strict: false });
  const [limit, setLimit] = useState(some);
  const space = useOperation('getSpaceById', { params: { spaceId } });
  const trees = useQuery({
    queryKey: ['compared', spaceId, before, after],
    staleTime: Infinity,
    queryFn: async () => {
      const [old, now] = await Promise.all(
        [before, after].map((revisionId) => call('listPagesInRevisionById', { params: { spaceId, revisionId } })),
      );
      return { before: old!.pages, after: now!.pages };
    },
  });
  const changes = useMemo(
    () =>
      (trees.data ? compareTrees(trees.data.before, trees.data.after) : []).filter(
        (change) => !pageId || ('page' in change && change.page.id === pageId),
      ),
    [trees.data, pageId],
  );
  const history = `/o/${organizationId}/s/${spaceId}/~/${pageId ? `pages/${pageId}/revisions` : 'revisions'}`;
  return (
    <>
      <Bar
        crumbs={[
          { label: space.data?.title ?? '…', to: pagePath({ organizationId, spaceId }) },
          { label: 'History', to: history },
          { label: 'Comparison' },
        ]}
      />
      <div className="content">
        <h1>What changed</h1>
        <p className="muted">
          From <Link to={pagePath({ organizationId, spaceId, revisionId: before })}>the older version</Link> to{' '}
          <Link to={pagePath({ organizationId, spaceId, revisionId: after })}>the newer one</Link>
        </p>
        <section className="section" aria-label="Changes">
          {trees.error && <Failure error={trees.error as RequestError} onRetry={() => void trees.refetch()} />}
          {trees.isPending && <Loading />}
          {trees.data && (
            <ChangeList
              changes={changes.slice(0, limit)}
              more={Math.max(0, changes.length - limit)}
              onMore={() => setLimit(Infinity)}
              place={{ organizationId, spaceId, revisionId: after }}
              versions={{ before, after }}
              empty={pageId ? 'The page is the same in both versions.' : 'The pages are the same in both versions.'}
            />
          )}
        </section>
      </div>
    </>
  );
}
