import { Link, useParams } from '@tanstack/react-router';
import { useOperation } from '../../api/queries';
import { Bar } from '../../app/bar';
import { Failure, Loading } from '../../ui/states';
import { Time } from '../../ui/time';
import { Comments } from '../comments/comments';
import { ChangeRequestActions } from './change-request-actions';
import { ChangeRequestStatus } from './change-request-rows';
import { RequestChanges } from './request-changes';
import { Reviews } from './reviews';
import { firstPage } from '../pages/use-page';
import { pagePath, type PagePlace } from '../pages/page-links';
import { usePages } from '../pages/use-pages';
import { Subject } from './subject';

/** A change request: what it changes, what reviewers say, and what can be done with it. */
export default function ChangeRequestPage() {
  const { organizationId, spaceId, changeRequestId } = useParams({
    from: '/o/$organizationId/s/$spaceId/~/change-requests/$changeRequestId',
  });
  const params = { spaceId, changeRequestId };
  const space = useOperation('getSpaceById', { params: { spaceId } });
  const request = useOperation('getChangeRequestById', { params });
  const base = `/o/${organizationId}/s/${spaceId}`;
  const { data } = request;
  return (
    <>
      <Bar
        crumbs={[
          { label: space.data?.title ?? '…', to: base },
          { label: 'Change requests', to: `${base}/~/change-requests` },
          { label: data ? `#${data.number}` : '…' },
        ]}
      >
        {data && <ChangeRequestActions request={data} permissions={space.data?.permissions} />}
      </Bar>
      <div className="content">
        {request.error && <Failure error={request.error} />}
        {request.isPending && <Loading />}
        {data && (
          <>
            <Subject request={data} canEdit={space.data?.permissions.edit ?? false} />
            <p className="row muted">
              <ChangeRequestStatus status={data.status} />
              <span>
                {data.createdBy.displayName} opened it <Time at={data.createdAt} />
              </span>
              {data.outdated && <span className="badge warning">Main has changed since</span>}
              <FirstPageLink place={{ organizationId, spaceId, changeRequestId: data.id }} />
            </p>
            <RequestChanges organizationId={organizationId} request={data} />
            <Reviews request={data} canReview={space.data?.permissions.review ?? false} />
            <Comments target={params} canComment={space.data?.permissions.comment ?? false} />
          </>
        )}
      </div>
    </>
  );
}

function FirstPageLink({ place }: { place: PagePlace }) {
  const pages = usePages(place);
  const first = pages.data && firstPage(pages.data);
  return first ? <Link to={pagePath(place, first.path)}>Read and edit its pages</Link> : null;
}
