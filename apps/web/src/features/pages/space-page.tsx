import { Link, useParams } from '@tanstack/react-router';
import { GitPullRequestArrow, History, Pencil } from 'lucide-react';
import { useMemo } from 'react';
import { useAction, useOperation } from '../../api/queries';
import { Bar } from '../../app/bar';
import { useNavigateFromHere } from '../../app/use-navigate-from-here';
import { Button } from '../../ui/button';
import { useNotices } from '../../ui/notices';
import { pagePath, type PagePlace } from './page-links';
import { PageReader } from './page-reader';
import { useEditMode, whyNotLive, type EditMode } from './use-edit-mode';

/** A page of the space's own content. */
export default function SpacePage() {
  const { organizationId = '', spaceId = '', _splat: path } = useParams({ strict: false });
  const place = useMemo(() => ({ organizationId, spaceId }), [organizationId, spaceId]);
  const space = useOperation('getSpaceById', { params: { spaceId } });
  const mode = useEditMode(organizationId, space.data);
  return (
    <PageReader
      place={place}
      path={path || undefined}
      rememberedIn={space.data?.title}
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
          <EditButtons place={place} mode={mode} path={page && 'path' in page ? page.path : undefined} />
        </Bar>
      )}
      discussion={{ target: { spaceId }, canComment: space.data?.permissions.comment ?? false }}
      whyUnsaved={mode && whyNotLive(mode)}
    />
  );
}

interface EditButtonsProps {
  place: PagePlace;
  mode: EditMode | undefined;
  /** The path of the page that is edited. */
  path: string | undefined;
}

/** Edits the page: directly where the space allows it, else in a change request. */
function EditButtons({ place, mode, path }: EditButtonsProps) {
  const proposal = useProposal(place);
  if (mode === undefined || mode === 'none') return null;
  const propose = () => proposal.open(path);
  if (mode === 'change-request')
    return (
      <Button look="primary" small disabled={proposal.isPending} onClick={propose}>
        <Pencil aria-hidden="true" /> Edit
      </Button>
    );
  return (
    <>
      <Button small disabled={proposal.isPending} aria-label="Propose changes" onClick={propose}>
        <GitPullRequestArrow aria-hidden="true" /> <span className="wide-only">Propose changes</span>
      </Button>
      <Link className="button primary small" to={pagePath({ ...place, isLive: true }, path)}>
        <Pencil aria-hidden="true" /> Edit
      </Link>
    </>
  );
}

/** Opens a change request, and goes to the page there. */
function useProposal({ organizationId, spaceId }: PagePlace) {
  const create = useAction('createChangeRequest', ['listChangeRequestsForSpace', 'getSpaceById']);
  const navigate = useNavigateFromHere();
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
