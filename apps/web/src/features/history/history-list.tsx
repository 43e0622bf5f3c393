import { Link, useNavigate } from '@tanstack/react-router';
import { FilePen, GitCommitHorizontal, GitMerge, MoreHorizontal } from 'lucide-react';
import { useState } from 'react';
import type { ItemOf } from '../../api/contracts';
import { Button, IconButton } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Menu, MenuItem } from '../../ui/menu';
import { Time } from '../../ui/time';
import { pagePath } from '../pages/page-links';
import { useRestore } from './use-restore';

export type ListedRevision = ItemOf<'listRevisions'>;

interface HistoryListProps {
  organizationId: string;
  spaceId: string;
  revisions: readonly ListedRevision[];
  /** The newest revision of the space, which is not restored. */
  current?: string;
  canEdit: boolean;
  /** The page whose history it is; the space's without one. */
  page?: { id: string; title: string; path?: string };
}

/** Revisions with who made them and when; two can be compared, and one restored. */
export function HistoryList({ organizationId, spaceId, revisions, current, canEdit, page }: HistoryListProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [restoring, setRestoring] = useState<ListedRevision>();
  const restore = useRestore({ organizationId, spaceId });
  const navigate = useNavigate();
  const place = { organizationId, spaceId };
  // The list has the newest first, so the later one of two is the older.
  const [newer, older] = revisions.filter(({ id }) => chosen.includes(id));
  const toggle = (id: string) =>
    setChosen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before.slice(-1), id]));
  return (
    <section className="section" aria-label="History">
      <div className="changes-head">
        <span className="muted">Choose two versions to compare them.</span>
        <Button
          small
          disabled={!newer || !older}
          onClick={() => void navigate({ to: comparePath(place, older!.id, newer!.id, page?.id) })}
        >
          Compare
        </Button>
      </div>
      <ul className="list history" aria-label="Versions">
        {revisions.map((revision) => {
          const { id, parents, createdBy, createdAt } = revision;
          const Icon = revision.mergedFrom ? GitMerge : revision.git ? GitCommitHorizontal : FilePen;
          return (
            <li key={id}>
              <input
                type="checkbox"
                aria-label={`Compare the version of ${new Date(createdAt).toLocaleString()}`}
                checked={chosen.includes(id)}
                onChange={() => toggle(id)}
              />
              <Icon size={17} aria-hidden="true" />
              <div className="grow">
                <Link className="title" to={pagePath({ ...place, revisionId: id }, page?.path)}>
                  {titleOf(revision)}
                </Link>
                <div className="meta">
                  {createdBy.displayName}, <Time at={createdAt} />
                </div>
              </div>
              {id === current && <span className="badge success">Current</span>}
              <Menu
                trigger={
                  <IconButton label={`Actions for the version of ${new Date(createdAt).toLocaleString()}`}>
                    <MoreHorizontal size={16} />
                  </IconButton>
                }
              >
                <MenuItem onSelect={() => void navigate({ to: pagePath({ ...place, revisionId: id }, page?.path) })}>
                  Read this version
                </MenuItem>
                {parents[0] && (
                  <MenuItem onSelect={() => void navigate({ to: comparePath(place, parents[0]!, id, page?.id) })}>
                    See what changed
                  </MenuItem>
                )}
                {canEdit && id !== current && (
                  <MenuItem onSelect={() => setRestoring(revision)}>Restore this version</MenuItem>
                )}
              </Menu>
            </li>
          );
        })}
      </ul>
      <ConfirmDialog
        title={page ? `Restore “${page.title}”?` : 'Restore the space?'}
        description={`This opens a change request that restores ${page ? 'the page' : 'every page of the space'} as it was then. Nothing changes for readers until it is merged.`}
        action="Open a change request"
        isOpen={restoring !== undefined}
        isBusy={restore.isPending}
        onClose={() => setRestoring(undefined)}
        onConfirm={() =>
          restore.mutate(
            { revision: restoring!.id, date: new Date(restoring!.createdAt).toLocaleString(), page },
            { onSettled: () => setRestoring(undefined) },
          )
        }
      />
    </section>
  );
}

const labels = { edits: 'Edited', merge: 'Merged', rollback: 'Restored', update: 'Updated', computed: 'Computed' };

function titleOf({ mergedFrom, git, type }: ListedRevision): string {
  if (mergedFrom) return `#${mergedFrom.number} ${mergedFrom.subject || 'Untitled'}`;
  return git ? git.message.split('\n')[0]! : labels[type];
}

/** The path of the comparison of two revisions, of one page where it is named. */
export function comparePath(
  { organizationId, spaceId }: { organizationId: string; spaceId: string },
  before: string,
  after: string,
  page?: string,
): string {
  return `/o/${organizationId}/s/${spaceId}/~/compare/${before}/${after}${page ? `/${page}` : ''}`;
}
