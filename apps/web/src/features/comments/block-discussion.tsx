import { MessageSquarePlus } from 'lucide-react';
import { createContext, use, useState } from 'react';
import type { Block } from '../../api/contracts';
import { Button } from '../../ui/button';
import { CommentThread } from './comment-thread';
import type { Comment } from './comment-calls';
import { NewComment } from './new-comment';
import type { Discussion } from './page-discussion';

interface ReviewDiscussion extends Discussion {
  comments: readonly Comment[];
}

/** The discussion of a change request, for the blocks that it changes; absent where changes cannot be commented on. */
export const ReviewContext = createContext<ReviewDiscussion | undefined>(undefined);

/** The comments on a block that a change request changes, and a way to comment on it. */
export function BlockDiscussion({ page, block }: { page: string; block: Block }) {
  const discussion = use(ReviewContext);
  const [isCommenting, setCommenting] = useState(false);
  if (!discussion || block.key === undefined) return null;
  const { target, canComment, comments } = discussion;
  const own = comments.filter((comment) => comment.target.page?.id === page && comment.target.node?.id === block.key);
  const close = () => setCommenting(false);
  return (
    <div className="block-discussion">
      {own.map((comment) => (
        <CommentThread key={comment.id} target={target} comment={comment} canReply={canComment} />
      ))}
      {canComment && !isCommenting && (
        <Button small look="ghost" onClick={() => setCommenting(true)}>
          <MessageSquarePlus aria-hidden="true" /> Comment on this block
        </Button>
      )}
      {isCommenting && (
        <NewComment target={target} page={page} document={{ nodes: [block] }} block={block.key} onDone={close} />
      )}
    </div>
  );
}
