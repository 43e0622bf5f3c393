import { UserPlus, X } from 'lucide-react';
import { useState } from 'react';
import type { AnswerOf } from '../../api/contracts';
import { useAction, useList } from '../../api/queries';
import { Avatar } from '../../ui/avatar';
import { Button, IconButton } from '../../ui/button';
import { useNotices } from '../../ui/notices';
import { AskForReview } from './ask-for-review';

interface RequestedReviewersProps {
  request: AnswerOf<'getChangeRequestById'>;
  canAsk: boolean;
}

/** Users who were asked for a review, and a way to ask more of them. */
export function RequestedReviewers({ request, canAsk }: RequestedReviewersProps) {
  const params = { spaceId: request.space, changeRequestId: request.id };
  const requested = useList('getRequestedReviewersByChangeRequestId', { params });
  const remove = useAction('removeRequestedReviewerFromChangeRequest', [
    'getRequestedReviewersByChangeRequestId',
    'getChangeRequestById',
  ]);
  const notices = useNotices();
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="row" role="group" aria-label="Asked to review">
      {requested.items.length > 0 && <span className="muted">Asked to review:</span>}
      {requested.items.map(({ user }) => (
        <span key={user.id} className="requested-reviewer">
          <Avatar name={user.displayName} photoURL={user.photoURL} />
          {user.displayName}
          {canAsk && (
            <IconButton
              label={`Remove ${user.displayName} from the reviewers`}
              onClick={() =>
                remove.mutate({ params: { ...params, userId: user.id } }, { onError: (error) => notices.error(error) })
              }
            >
              <X size={14} />
            </IconButton>
          )}
        </span>
      ))}
      {canAsk && (
        <Button small onClick={() => setAsking(true)}>
          <UserPlus aria-hidden="true" /> Ask for a review
        </Button>
      )}
      {isAsking && (
        <AskForReview
          request={request}
          asked={requested.items.map(({ user }) => user.id)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
