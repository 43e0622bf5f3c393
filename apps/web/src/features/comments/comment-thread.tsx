import type { ReactNode } from 'react';
import { useList } from '../../api/queries';
import { Button } from '../../ui/button';
import { LoadMore } from '../../ui/load-more';
import { Failure } from '../../ui/states';
import { useCommentAction, type Comment, type CommentTarget } from './comment-calls';
import { Posting } from './posting';
import { useCommentDraft } from './use-comment-draft';

interface CommentThreadProps {
  target: CommentTarget;
  comment: Comment;
  /** The part of an address by which mails lead to it. */
  anchor?: string;
  canReply: boolean;
  /** Says what the comment is about. */
  about?: ReactNode;
}

const reaction = (emoji: string, isAdded: boolean) =>
  isAdded ? { addedReactions: [emoji] } : { removedReactions: [emoji] };

/** A comment with its replies. */
export function CommentThread({ target, comment, anchor, canReply, about }: CommentThreadProps) {
  const { id } = comment;
  const replies = useReplies(target, comment);
  const action = useCommentAction(target);
  const isOpen = comment.status === 'open';
  return (
    <div className="thread" id={anchor}>
      {about}
      <Posting
        posting={comment}
        canReact={canReply}
        onReact={(emoji, isAdded) => void action.act((calls) => calls.update(id, reaction(emoji, isAdded)))}
        onEdit={(markdown) => action.act((calls) => calls.update(id, { body: { markdown } }))}
        onDelete={() => void action.act((calls) => calls.remove(id))}
      />
      {replies.items.map((reply) => (
        <Posting
          key={reply.id}
          posting={reply}
          canReact={canReply}
          onReact={(emoji, isAdded) =>
            void action.act((calls) => calls.updateReply(id, reply.id, reaction(emoji, isAdded)))
          }
          onEdit={(markdown) => action.act((calls) => calls.updateReply(id, reply.id, { body: { markdown } }))}
          onDelete={() => void action.act((calls) => calls.removeReply(id, reply.id))}
        />
      ))}
      <LoadMore list={replies} />
      {action.error && <Failure error={action.error} />}
      {canReply && (
        <div className="row">
          {isOpen && (
            <ReplyForm
              comment={id}
              isBusy={action.isPending}
              onSend={(text) => action.act((calls) => calls.reply(id, text))}
            />
          )}
          <Button small onClick={() => void action.act((calls) => calls.update(id, { resolved: isOpen }))}>
            {isOpen ? 'Resolve' : 'Open again'}
          </Button>
        </div>
      )}
    </div>
  );
}

function useReplies({ spaceId, changeRequestId = '' }: CommentTarget, { id: commentId, replies }: Comment) {
  const query = { format: 'markdown' } as const;
  const isInRequest = changeRequestId !== '';
  const inSpace = useList('listCommentRepliesInSpace', {
    params: { spaceId, commentId },
    query,
    enabled: replies > 0 && !isInRequest,
  });
  const inRequest = useList('listCommentRepliesInChangeRequest', {
    params: { spaceId, changeRequestId, commentId },
    query,
    enabled: replies > 0 && isInRequest,
  });
  return isInRequest ? inRequest : inSpace;
}

interface ReplyFormProps {
  comment: string;
  /** Answers whether the reply is sent. */
  onSend(text: string): Promise<boolean>;
  isBusy: boolean;
}

function ReplyForm({ comment, onSend, isBusy }: ReplyFormProps) {
  const { text, change, sent } = useCommentDraft(`reply/${comment}`);
  return (
    <form
      className="reply-form"
      onSubmit={(event) => {
        event.preventDefault();
        void onSend(text).then((isSent) => isSent && sent());
      }}
    >
      <input
        className="input"
        aria-label="Reply"
        placeholder="Reply"
        value={text}
        onChange={(event) => change(event.target.value)}
      />
      <Button small type="submit" disabled={isBusy || text.trim() === ''}>
        Reply
      </Button>
    </form>
  );
}
