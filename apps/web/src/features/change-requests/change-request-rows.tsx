import { Link } from '@tanstack/react-router';
import { GitMerge, GitPullRequestArrow, GitPullRequestClosed, GitPullRequestDraft } from 'lucide-react';
import type { ItemOf } from '../../api/contracts';
import { Time } from '../../ui/time';

type ChangeRequest = ItemOf<'listChangeRequestsForSpace'>;
const icons = {
  open: GitPullRequestArrow,
  draft: GitPullRequestDraft,
  merged: GitMerge,
  archived: GitPullRequestClosed,
};

export function ChangeRequestRows({
  organizationId,
  requests,
}: {
  organizationId: string;
  requests: readonly ChangeRequest[];
}) {
  return (
    <ul className="list">
      {requests.map(({ id, number, space, subject, status, createdBy, updatedAt, comments }) => {
        const Icon = icons[status];
        return (
          <li key={id}>
            <Icon size={18} aria-label={status} />
            <div className="grow">
              <Link
                className="title"
                to="/o/$organizationId/s/$spaceId/~/change-requests/$changeRequestId"
                params={{ organizationId, spaceId: space, changeRequestId: String(number) }}
              >
                {subject || 'Untitled'}
              </Link>
              <div className="meta">
                #{number} by {createdBy.displayName}, changed <Time at={updatedAt} />
                {comments > 0 && `, ${comments} open ${comments === 1 ? 'comment' : 'comments'}`}
              </div>
            </div>
            <ChangeRequestStatus status={status} />
          </li>
        );
      })}
    </ul>
  );
}

export function ChangeRequestStatus({ status }: { status: ChangeRequest['status'] }) {
  const labels = { open: 'Open', draft: 'Draft', merged: 'Merged', archived: 'Archived' };
  return <span className={`badge ${status}`}>{labels[status]}</span>;
}
