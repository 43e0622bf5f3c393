import { useState } from 'react';
import { useAction, useList } from '../../api/queries';
import { Button } from '../../ui/button';
import { TextArea } from '../../ui/field';
import { LoadMore } from '../../ui/load-more';
import { Failure } from '../../ui/states';
import { CommentThread } from './comment-thread';

/** What is commented on: a space, or a change request of it. */
export interface CommentTarget {
  spaceId: string;
  changeRequestId?: string;
}

interface CommentsProps {
  target: CommentTarget;
  /** Only the comments on this page; new ones are about it. */
  page?: string;
  canComment: boolean;
}

/** Open comments, oldest first, and a field for a new one. */
export function Comments({ target, page, canComment }: CommentsProps) {
  const [isShowingResolved, setShowingResolved] = useState(false);
  const query = { format: 'markdown', status: isShowingResolved ? 'resolved' : 'open', targetPage: page } as never;
  const { spaceId, changeRequestId = '' } = target;
  const inSpace = useList('listCommentsInSpace', { params: { spaceId }, query, enabled: !changeRequestId });
  const inRequest = useList('listCommentsInChangeRequest', {
    params: { spaceId, changeRequestId },
    query,
    enabled: changeRequestId !== '',
  });
  const comments = changeRequestId ? inRequest : inSpace;
  return (
    <section className="comments" aria-label="Comments">
      <div className="row">
        <h2>Comments</h2>
        <Button small look="ghost" onClick={() => setShowingResolved(!isShowingResolved)}>
          {isShowingResolved ? 'Show open' : 'Show resolved'}
        </Button>
      </div>
      {comments.error && <Failure error={comments.error} />}
      {!comments.isPending && comments.items.length === 0 && (
        <p className="muted">{isShowingResolved ? 'No resolved comments.' : 'No open comments.'}</p>
      )}
      {comments.items.map((comment) => (
        <CommentThread key={comment.id} target={target} comment={comment} canReply={canComment} />
      ))}
      <LoadMore list={comments} />
      {canComment && !isShowingResolved && <NewComment target={target} page={page} />}
    </section>
  );
}

function NewComment({ target: { spaceId, changeRequestId = '' }, page }: Pick<CommentsProps, 'target' | 'page'>) {
  const [text, setText] = useState('');
  const changes = ['listCommentsInSpace', 'listCommentsInChangeRequest', 'getChangeRequestById'] as const;
  const inSpace = useAction('postCommentInSpace', changes);
  const inRequest = useAction('postCommentInChangeRequest', changes);
  const body = { body: { markdown: text }, ...(page && { page }) } as never;
  const error = inSpace.error ?? inRequest.error;
  const send = async () => {
    if (changeRequestId) await inRequest.mutateAsync({ params: { spaceId, changeRequestId }, body });
    else await inSpace.mutateAsync({ params: { spaceId }, body });
    setText('');
  };
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        send().catch(() => undefined);
      }}
    >
      <TextArea label="New comment" value={text} required onChange={(event) => setText(event.target.value)} />
      {error && <Failure error={error} />}
      <div className="form-actions">
        <Button look="primary" type="submit" disabled={inSpace.isPending || inRequest.isPending || text.trim() === ''}>
          Comment
        </Button>
      </div>
    </form>
  );
}
