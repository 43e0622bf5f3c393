import { UserPlus, X } from 'lucide-react';
import { useState } from 'react';
import type { AnswerOf } from '../../api/contracts';
import { useAction, useList } from '../../api/queries';
import { Avatar } from '../../ui/avatar';
import { Button, IconButton } from '../../ui/button';
import { FormDialog } from '../../ui/form-dialog';
import { CheckField } from '../../ui/field';
import { useNotices } from '../../ui/notices';
import { Failure, Loading } from '../../ui/states';

interface RequestedReviewersProps {
  request: AnswerOf<'getChangeRequestById'>;
  canAsk: boolean;
}

const changed = ['getRequestedReviewersByChangeRequestId', 'getChangeRequestById'] as const;

/** Users who were asked for a review, and a way to ask more of them. */
export function RequestedReviewers({ request, canAsk }: RequestedReviewersProps) {
  const params = { spaceId: request.space, changeRequestId: request.id };
  const requested = useList('getRequestedReviewersByChangeRequestId', { params });
  const remove = useAction('removeRequestedReviewerFromChangeRequest', changed);
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
        <AskDialog
          request={request}
          asked={requested.items.map(({ user }) => user.id)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

interface AskDialogProps extends Pick<RequestedReviewersProps, 'request'> {
  asked: readonly string[];
  onClose(): void;
}

/** Users that one call takes. */
const most = 20;

function AskDialog({ request, asked, onClose }: AskDialogProps) {
  const { space: spaceId, id: changeRequestId, createdBy } = request;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const members = useList('listPermissionsAggregateInSpace', { params: { spaceId }, query: { limit: 1000 } });
  const ask = useAction('requestReviewersForChangeRequest', changed);
  const others = members.items.filter(({ user }) => user.id !== createdBy.id && !asked.includes(user.id));
  const toggle = (id: string) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <FormDialog
      title="Ask for a review"
      description="They get a mail. A draft becomes open."
      action="Ask"
      isBusy={ask.isPending}
      isIncomplete={chosen.length === 0}
      error={ask.error}
      onSubmit={() =>
        ask.mutate({ params: { spaceId, changeRequestId }, body: { users: [...chosen] } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      {members.error && <Failure error={members.error} />}
      {members.isPending && <Loading />}
      {!members.isPending && others.length === 0 && <p className="muted">Nobody else can see this space.</p>}
      {others.length > 0 && (
        <fieldset className="choices">
          <legend className="visually-hidden">Users who can see the space</legend>
          {others.map(({ user }) => (
            <CheckField
              key={user.id}
              label={user.displayName}
              checked={chosen.includes(user.id)}
              disabled={chosen.length >= most && !chosen.includes(user.id)}
              onChange={() => toggle(user.id)}
            />
          ))}
        </fieldset>
      )}
      {chosen.length >= most && <p role="status">You can ask {most} users at a time.</p>}
    </FormDialog>
  );
}
