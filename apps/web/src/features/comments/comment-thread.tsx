import { useState } from 'react';
import type { ItemOf } from '../../api/contracts';
import { useAction, useList } from '../../api/queries';
import { Avatar } from '../../ui/avatar';
import { Button } from '../../ui/button';
import { Failure } from '../../ui/states';
import { Time } from '../../ui/time';
import type { CommentTarget } from './comments';

type Comment = ItemOf<'listCommentsInSpace'>;
type Reply = ItemOf<'listCommentRepliesInSpace'>;

interface CommentThreadProps {
  target: CommentTarget;
  comment: Comment;
  canReply: boolean;
}

/** A comment with its replies. */
export function CommentThread({ target, comment, canReply }: CommentThreadProps) {
  const { spaceId, changeRequestId = '' } = target;
  const commentId = comment.id;
  const query = { format: 'markdown' } as never;
  const hasReplies = comment.replies > 0;
  const inSpace = useList('listCommentRepliesInSpace', {
    params: { spaceId, commentId },
    query,
    enabled: hasReplies && !changeRequestId,
  });
  const inRequest = useList('listCommentRepliesInChangeRequest', {
    params: { spaceId, changeRequestId, commentId },
    query,
    enabled: hasReplies && changeRequestId !== '',
  });
  const replies = changeRequestId ? inRequest : inSpace;
  const actions = useThreadActions(target, commentId);
  const isOpen = comment.status === 'open';
  return (
    <div className="thread">
      <Posting posting={comment} />
      {replies.items.map((reply) => (
        <Posting key={reply.id} posting={reply} />
      ))}
      {actions.error && <Failure error={actions.error} />}
      <div className="row">
        {comment.permissions.edit && (
          <Button small onClick={() => actions.setStatus(isOpen ? 'resolved' : 'open')}>
            {isOpen ? 'Resolve' : 'Open again'}
          </Button>
        )}
        {canReply && isOpen && <ReplyForm onSend={actions.reply} isBusy={actions.isReplying} />}
      </div>
    </div>
  );
}

function Posting({ posting }: { posting: Comment | Reply }) {
  const { postedBy, postedAt, body } = posting;
  return (
    <div className="posting">
      <Avatar name={postedBy.displayName} photoURL={postedBy.photoURL} />
      <div>
        <div>
          <strong>{postedBy.displayName}</strong>{' '}
          <span className="muted">
            <Time at={postedAt} />
          </span>
        </div>
        <div className="posting-text">{body.markdown}</div>
      </div>
    </div>
  );
}

function ReplyForm({ onSend, isBusy }: { onSend(text: string): Promise<unknown>; isBusy: boolean }) {
  const [text, setText] = useState('');
  return (
    <form
      className="reply-form"
      onSubmit={(event) => {
        event.preventDefault();
        onSend(text).then(
          () => setText(''),
          () => undefined,
        );
      }}
    >
      <input
        className="input"
        aria-label="Reply"
        placeholder="Reply"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button small type="submit" disabled={isBusy || text.trim() === ''}>
        Reply
      </Button>
    </form>
  );
}

function useThreadActions({ spaceId, changeRequestId = '' }: CommentTarget, commentId: string) {
  const changes = [
    'listCommentsInSpace',
    'listCommentsInChangeRequest',
    'listCommentRepliesInSpace',
    'listCommentRepliesInChangeRequest',
  ] as const;
  const updateInSpace = useAction('updateCommentInSpace', changes);
  const updateInRequest = useAction('updateCommentInChangeRequest', changes);
  const replyInSpace = useAction('postCommentReplyInSpace', changes);
  const replyInRequest = useAction('postCommentReplyInChangeRequest', changes);
  return {
    error: updateInSpace.error ?? updateInRequest.error ?? replyInSpace.error ?? replyInRequest.error,
    isReplying: replyInSpace.isPending || replyInRequest.isPending,
    setStatus: (status: 'open' | 'resolved') =>
      changeRequestId
        ? updateInRequest.mutate({ params: { spaceId, changeRequestId, commentId }, body: { status } as never })
        : updateInSpace.mutate({ params: { spaceId, commentId }, body: { status } as never }),
    reply: (markdown: string) => {
      const body = { body: { markdown } } as never;
      return changeRequestId
        ? replyInRequest.mutateAsync({ params: { spaceId, changeRequestId, commentId }, body })
        : replyInSpace.mutateAsync({ params: { spaceId, commentId }, body });
    },
  };
}
