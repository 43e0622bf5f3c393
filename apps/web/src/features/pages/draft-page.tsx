import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useOperation } from '../../api/queries';
import { Bar } from '../../app/bar';
import { Button } from '../../ui/button';
import { isOpenRequest } from '../change-requests/is-open-request';
import { useChangeRequestPlace } from '../change-requests/use-change-request-place';
import { EditedPage } from './edited-page';
import { pagePath } from './page-links';
import { PageReader } from './page-reader';
import { PendingPage } from './page-state';

/** A page as a change request has it: to be edited where the user may and the change request is not merged, to be read elsewhere. */
export default function DraftPage() {
  const { organizationId = '', spaceId = '', changeRequestId = '', _splat } = useParams({ strict: false });
  const { request, place } = useChangeRequestPlace({ organizationId, spaceId, changeRequestId });
  const space = useOperation('getSpaceById', { params: { spaceId } });
  const [isPreview, setPreview] = useState(false);
  const navigate = useNavigate();
  const isOpen = isOpenRequest(request.data);
  const canEdit = isOpen && (space.data?.permissions.edit ?? false);
  const header = (title: string | undefined) => (
    <Bar
      crumbs={[
        { label: space.data?.title ?? '…', to: pagePath({ organizationId, spaceId }) },
        {
          label: request.data ? `#${request.data.number} ${request.data.subject || 'Untitled'}` : '…',
          to: pagePath(place),
        },
        ...(title === undefined ? [] : [{ label: title }]),
      ]}
    >
      {canEdit && (
        <Button small onClick={() => setPreview(!isPreview)}>
          {isPreview ? 'Edit' : 'Preview'}
        </Button>
      )}
      <Button small onClick={() => void navigate({ to: pagePath(place) })}>
        Review changes
      </Button>
    </Bar>
  );
  const path = _splat || undefined;
  const discussion = {
    target: { spaceId, changeRequestId: place.changeRequestId },
    canComment: space.data?.permissions.comment ?? false,
  };
  if (space.isPending || request.isPending) return <PendingPage header={header(undefined)} />;
  if (!canEdit || isPreview)
    return (
      <PageReader
        place={place}
        path={path}
        header={(page) => header(page?.title)}
        discussion={discussion}
        whyUnsaved={canEdit ? undefined : whyReadOnly(request.data?.status, space.data?.permissions.edit)}
      />
    );
  return <EditedPage place={place} path={path} header={header} discussion={discussion} />;
}

/** Says why pages of a change request cannot be edited any more; undefined while that is not known. */
function whyReadOnly(status: string | undefined, mayEdit: boolean | undefined): string | undefined {
  if (status === 'merged') return 'this change request was merged.';
  if (status === 'archived') return 'this change request was archived.';
  return mayEdit === false ? 'you are not allowed to edit this space any more.' : undefined;
}
