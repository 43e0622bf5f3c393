import { Link, useParams } from '@tanstack/react-router';
import { Fragment, useMemo } from 'react';
import { useOperation } from '../../api/queries';
import { Bar } from '../../app/bar';
import { Failure, Loading } from '../../ui/states';
import { Time } from '../../ui/time';
import { ReviewContext } from '../comments/block-discussion';
import { Comments } from '../comments/comments';
import { useComments } from '../comments/use-comments';
import { pagesById } from '../documents/references';
import { ChangeRequestActions } from './change-request-actions';
import { ChangeRequestStatus } from './change-request-rows';
import { Description } from './description';
import { isOpenRequest } from './is-open-request';
import { RequestChanges } from './request-changes';
import { Reviews } from './reviews';
import { firstPage } from '../pages/use-page';
import { pagePath, type PagePlace } from '../pages/page-links';
import { usePages } from '../pages/use-pages';
import { Subject } from './subject';
import { useChangeRequestPlace } from './use-change-request-place';

/** A change request: what it changes, what reviewers say, and what can be done with it. */
export default function ChangeRequestPage() {
  const { organizationId, spaceId, changeRequestId } = useParams({
    from: '/o/$organizationId/s/$spaceId/~/change-requests/$changeRequestId',
  });
  const { request, place } = useChangeRequestPlace({ organizationId, spaceId, changeRequestId });
  const space = useOperation('getSpaceById', { params: { spaceId } });
  const base = `/o/${organizationId}/s/${spaceId}`;
  const { data } = request;
  const permissions = space.data?.permissions;
  const discussion = {
    target: { spaceId, changeRequestId: place.changeRequestId },
    canComment: permissions?.comment ?? false,
  };
  const comments = useComments(
    discussion.target,
    { status: 'open' },
    { enabled: data !== undefined && discussion.canComment },
  );
  return (
    <>
      <Bar
        crumbs={[
          { label: space.data?.title ?? '…', to: base },
          { label: 'Change requests', to: `${base}/~/change-requests` },
          { label: data ? `#${data.number}` : '…' },
        ]}
      >
        {data && <ChangeRequestActions key={data.id} request={data} permissions={permissions} />}
      </Bar>
      <div className="content">
        {request.error && <Failure error={request.error} />}
        {request.isPending && <Loading />}
        {data && (
          // A dialog that is open is about one change request, and the screen stays while another one is opened in it.
          <Fragment key={data.id}>
            <Subject request={data} canEdit={permissions?.edit ?? false} />
            <p className="row muted">
              <ChangeRequestStatus status={data.status} />
              <span>
                {data.createdBy.displayName} opened it <Time at={data.createdAt} />
              </span>
              {data.outdated && <span className="badge warning">Main has changed since</span>}
              <FirstPageLink place={place} />
            </p>
            <Description request={data} canEdit={permissions?.edit ?? false} />
            <ReviewContext value={{ ...discussion, comments: comments.items }}>
              <RequestChanges
                organizationId={organizationId}
                request={data}
                canEdit={(permissions?.edit ?? false) && isOpenRequest(data)}
              />
            </ReviewContext>
            <Reviews request={data} canReview={permissions?.review ?? false} canAsk={permissions?.edit ?? false} />
            <Comments {...discussion} pageOf={(id) => <PageLink place={place} id={id} />} />
          </Fragment>
        )}
      </div>
    </>
  );
}

/** The title of a page, which leads to it. */
function PageLink({ place, id }: { place: PagePlace; id: string }) {
  const pages = usePages(place);
  const page = useMemo(() => pagesById(pages.data ?? []).get(id), [pages.data, id]);
  if (!page) return 'a page that is no longer there';
  return 'path' in page ? <Link to={pagePath(place, page.path)}>{page.title}</Link> : page.title;
}

function FirstPageLink({ place }: { place: PagePlace }) {
  const pages = usePages(place);
  const first = pages.data && firstPage(pages.data);
  return first ? <Link to={pagePath(place, first.path)}>Read and edit its pages</Link> : null;
}
