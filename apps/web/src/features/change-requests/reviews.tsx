import { CheckCircle2, MessageSquareWarning } from 'lucide-react';
import { useState } from 'react';
import type { AnswerOf } from '../../api/contracts';
import { useAction, useList } from '../../api/queries';
import { Button } from '../../ui/button';
import { TextArea } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';
import { Time } from '../../ui/time';
import { useCommentDraft } from '../comments/use-comment-draft';
import { isOpenRequest } from './is-open-request';
import { RequestedReviewers } from './requested-reviewers';

type Status = 'approved' | 'changes-requested';

interface ReviewsProps {
  request: AnswerOf<'getChangeRequestById'>;
  canReview: boolean;
  canAsk: boolean;
}

/** Users who were asked for a review, what reviewers decided, and a way to decide. */
export function Reviews({ request, canReview, canAsk }: ReviewsProps) {
  const params = { spaceId: request.space, changeRequestId: request.id };
  const reviews = useList('getReviewsByChangeRequestId', { params, query: { format: 'markdown' } });
  const [deciding, setDeciding] = useState<Status>();
  const isOpen = isOpenRequest(request);
  return (
    <section className="section" aria-label="Reviews">
      <h2>Reviews</h2>
      <RequestedReviewers request={request} canAsk={canAsk && isOpen} />
      {reviews.items.length === 0 && <p className="muted">Nobody has reviewed it yet.</p>}
      {reviews.items.length > 0 && (
        <ul className="list">
          {reviews.items.map(({ id, reviewer, status, outdated, createdAt, comment }) => (
            <li key={id}>
              {status === 'approved' ? (
                <CheckCircle2 size={18} aria-hidden="true" />
              ) : (
                <MessageSquareWarning size={18} aria-hidden="true" />
              )}
              <div className="grow">
                <strong>{reviewer.displayName}</strong> {status === 'approved' ? 'approved' : 'asks for changes'}{' '}
                <span className="muted">
                  <Time at={createdAt} />
                </span>
                {comment?.body.markdown && <div className="posting-text">{comment.body.markdown}</div>}
              </div>
              {outdated && <span className="badge warning">Changed since</span>}
            </li>
          ))}
        </ul>
      )}
      {canReview && isOpen && (
        <div className="row">
          <Button onClick={() => setDeciding('approved')}>
            <CheckCircle2 aria-hidden="true" /> Approve
          </Button>
          <Button onClick={() => setDeciding('changes-requested')}>
            <MessageSquareWarning aria-hidden="true" /> Ask for changes
          </Button>
        </div>
      )}
      {deciding && <ReviewDialog params={params} status={deciding} onClose={() => setDeciding(undefined)} />}
    </section>
  );
}

interface ReviewDialogProps {
  params: { spaceId: string; changeRequestId: string };
  status: Status;
  onClose(): void;
}

function ReviewDialog({ params, status, onClose }: ReviewDialogProps) {
  const draft = useCommentDraft(['review', params.spaceId, params.changeRequestId, status].join('/'));
  const submit = useAction('submitChangeRequestReview', [
    'getReviewsByChangeRequestId',
    'listCommentsInChangeRequest',
    'getChangeRequestById',
    'getRequestedReviewersByChangeRequestId',
  ]);
  const isApproval = status === 'approved';
  return (
    <FormDialog
      title={isApproval ? 'Approve' : 'Ask for changes'}
      action="Submit review"
      isBusy={submit.isPending}
      error={submit.error}
      onSubmit={() => {
        const comment = draft.text.trim() === '' ? {} : { comment: { markdown: draft.text } };
        submit.mutate(
          { params, body: { status, ...comment } as never },
          {
            onSuccess: () => {
              draft.sent();
              onClose();
            },
          },
        );
      }}
      onClose={onClose}
    >
      <TextArea
        label={isApproval ? 'Comment (optional)' : 'What should change?'}
        value={draft.text}
        required={!isApproval}
        onChange={(event) => draft.change(event.target.value)}
      />
    </FormDialog>
  );
}
