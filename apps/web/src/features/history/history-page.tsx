import '../changes/changes.css';
import { useParams } from '@tanstack/react-router';
import { useList, useOperation } from '../../api/queries';
import { Bar } from '../../app/bar';
import { LoadMore } from '../../ui/load-more';
import { Failure, Loading } from '../../ui/states';
import { pagePath } from '../pages/page-links';
import { HistoryList } from './history-list';

/** The revisions of a space, the newest first. */
export default function HistoryPage() {
  const { organizationId = '', spaceId = '' } = useParams({ strict: false });
  const space = useOperation('getSpaceById', { params: { spaceId } });
  const revisions = useList('listRevisions', { params: { spaceId }, query: { limit: 30 } });
  return (
    <>
      <Bar
        crumbs={[{ label: space.data?.title ?? '…', to: pagePath({ organizationId, spaceId }) }, { label: 'History' }]}
      />
      <div className="content">
        <h1>History</h1>
        {revisions.error && <Failure error={revisions.error} />}
        {revisions.isPending && <Loading />}
        {revisions.items.length > 0 && (
          <HistoryList
            organizationId={organizationId}
            spaceId={spaceId}
            revisions={revisions.items}
            current={space.data?.revision}
            canEdit={space.data?.permissions.edit ?? false}
          />
        )}
        <LoadMore list={revisions} />
      </div>
    </>
  );
}
