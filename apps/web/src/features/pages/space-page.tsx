import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { History, Pencil } from 'lucide-react';
import { useMemo } from 'react';
import { useAction, useOperation } from '../../api/queries';
import { Bar } from '../../app/bar';
import { Button } from '../../ui/button';
import { useNotices } from '../../ui/notices';
import { Comments } from '../comments/comments';
import { pagePath } from './page-links';
import { PageReader } from './page-reader';

/** A page of the space's own content. */
export default function SpacePage() {
  const { organizationId = '', spaceId = '', _splat: path } = useParams({ strict: false });
  const place = useMemo(() => ({ organizationId, spaceId }), [organizationId, spaceId]);
  const space = useOperation('getSpaceById', { params: { spaceId } });
  const edit = useEdit(organizationId, spaceId);
  return (
    <PageReader
      place={place}
      path={path || undefined}
      header={(page) => (
        <Bar
          crumbs={[{ label: space.data?.title ?? '…', to: pagePath(place) }, ...(page ? [{ label: page.title }] : [])]}
        >
          {page && (
            <Link
              className="button icon"
              aria-label="History of the page"
              title="History of the page"
              to="/o/$organizationId/s/$spaceId/~/pages/$pageId/revisions"
              params={{ organizationId, spaceId, pageId: page.id }}
            >
              <History size={17} />
            </Link>
          )}
          {space.data?.permissions.edit && (
            <Button
              look="primary"
              small
              disabled={edit.isPending}
              onClick={() => edit.open(page && 'path' in page ? page.path : undefined)}
            >
              <Pencil aria-hidden="true" /> Edit
            </Button>
          )}
        </Bar>
      )}
      footer={(page) => (
        <Comments target={{ spaceId }} page={page.id} canComment={space.data?.permissions.comment ?? false} />
      )}
    />
  );
}

/** Opens a change request, and goes to the page there. */
function useEdit(organizationId: string, spaceId: string) {
  const create = useAction('createChangeRequest', ['listChangeRequestsForSpace', 'getSpaceById']);
  const navigate = useNavigate();
  const notices = useNotices();
  const open = (path: string | undefined) =>
    create.mutate(
      { params: { spaceId }, body: {} },
      {
        onSuccess: ({ id }) =>
          void navigate({ to: pagePath({ organizationId, spaceId, changeRequestId: id }, path ?? '') }),
        onError: (error) => notices.error(error),
      },
    );
  return { open, isPending: create.isPending };
}
