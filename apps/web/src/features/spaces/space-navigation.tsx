import { Link, Navigate, useLocation, useParams } from '@tanstack/react-router';
import { ArrowLeft, ArrowLeftRight, GitPullRequestArrow, History, KeyRound, Plus, Settings } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useOperation } from '../../api/queries';
import { isOpenRequest } from '../change-requests/is-open-request';
import { pagePath } from '../pages/page-links';
import { PageTree } from '../pages/page-tree';
import { useEditMode } from '../pages/use-edit-mode';
import { usePages } from '../pages/use-pages';
import { useStoredPages } from '../pages/use-stored-pages';
import { IconButton } from '../../ui/button';
import { Failure, Loading } from '../../ui/states';
import { SpaceIcon } from './space-icon';

const CreatePageDialog = lazy(() => import('../pages/create-page-dialog'));

/** The pages of the space that is open, and its change requests. */
export function SpaceNavigation({ organizationId, spaceId }: { organizationId: string; spaceId: string }) {
  const changeRequestId = useParams({ strict: false, select: (params) => params.changeRequestId });
  const revisionId = useParams({ strict: false, select: (params) => params.revisionId });
  const space = useOperation('getSpaceById', { params: { spaceId } });
  const pathname = useLocation({ select: (location) => location.pathname });
  const isEditPath = pathname.startsWith(pagePath({ organizationId, spaceId, isLive: true }));
  const isLive = useEditMode(organizationId, space.data) === 'live' && isEditPath;
  const place = useMemo(
    () => ({ organizationId, spaceId, changeRequestId, revisionId, isLive }),
    [organizationId, spaceId, changeRequestId, revisionId, isLive],
  );
  const pages = usePages(place);
  const request = useOperation('getChangeRequestById', {
    params: { spaceId, changeRequestId: changeRequestId ?? '' },
    enabled: changeRequestId !== undefined,
  });
  const [isCreating, setCreating] = useState(false);
  const isOpen = isOpenRequest(request.data);
  const canEdit = isLive || (isOpen && (space.data?.permissions.edit ?? false));
  const stored = useStoredPages(place, canEdit ? pages.data : undefined);
  const organization = space.data?.organization ?? organizationId;
  // An address that names another organization is one that somebody has put together, or of a space that was moved.
  if (organization !== organizationId) return <Navigate to={pathname.replace(organizationId, organization)} replace />;
  return (
    <>
      <ul className="nav-list">
        <li className="nav-row">
          <Link
            className="nav-link"
            to="/o/$organizationId"
            params={{ organizationId }}
            activeOptions={{ exact: true }}
          >
            <ArrowLeft aria-hidden="true" /> <span className="label muted">All spaces</span>
          </Link>
        </li>
        <li className="nav-row space-row">
          <Link
            className="nav-link"
            to="/o/$organizationId/s/$spaceId"
            params={{ organizationId, spaceId }}
            activeOptions={{ exact: true }}
          >
            <SpaceIcon emoji={space.data?.emoji} />
            <strong className="label">{space.data?.title ?? '…'}</strong>
          </Link>
        </li>
        <li className="nav-row">
          <Link
            className="nav-link"
            to="/o/$organizationId/s/$spaceId/~/change-requests"
            params={{ organizationId, spaceId }}
          >
            <GitPullRequestArrow aria-hidden="true" />
            <span className="label">Change requests</span>
            {Boolean(space.data?.changeRequestsOpen) && <span className="badge">{space.data!.changeRequestsOpen}</span>}
          </Link>
        </li>
        <li className="nav-row">
          <Link
            className="nav-link"
            to="/o/$organizationId/s/$spaceId/~/revisions"
            params={{ organizationId, spaceId }}
          >
            <History aria-hidden="true" />
            <span className="label">History</span>
          </Link>
        </li>
        {space.data?.permissions.admin && (
          <li className="nav-row">
            <Link className="nav-link" to="/o/$organizationId/s/$spaceId/~/access" params={{ organizationId, spaceId }}>
              <KeyRound aria-hidden="true" />
              <span className="label">Access</span>
            </Link>
          </li>
        )}
        <li className="nav-row">
          <Link className="nav-link" to="/o/$organizationId/s/$spaceId/~/exchange" params={{ organizationId, spaceId }}>
            <ArrowLeftRight aria-hidden="true" />
            <span className="label">Export and Git</span>
          </Link>
        </li>
        {space.data?.permissions.admin && (
          <li className="nav-row">
            <Link
              className="nav-link"
              to="/o/$organizationId/s/$spaceId/~/settings"
              params={{ organizationId, spaceId }}
            >
              <Settings aria-hidden="true" />
              <span className="label">Settings</span>
            </Link>
          </li>
        )}
      </ul>
      <div className="nav-section">
        Pages
        {canEdit && (
          <IconButton label="New page" onClick={() => setCreating(true)}>
            <Plus size={15} />
          </IconButton>
        )}
      </div>
      {pages.error && <Failure error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isPending && <Loading />}
      {pages.data && <PageTree key={spaceId} pages={pages.data} place={place} stored={stored} />}
      {isCreating && (
        <Suspense>
          <CreatePageDialog place={place} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  );
}
