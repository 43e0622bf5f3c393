import './comments.css';
import { useState, type ReactNode } from 'react';
import type { Document } from '../../api/contracts';
import { Button } from '../../ui/button';
import { LoadMore } from '../../ui/load-more';
import { Failure } from '../../ui/states';
import type { Comment, CommentTarget } from './comment-calls';
import { cellPlaces, nameOf } from './comment-places';
import { CommentThread } from './comment-thread';
import { NewComment } from './new-comment';
import { useComments } from './use-comments';

interface CommentsProps {
  target: CommentTarget;
  /** Only the comments on this page; new ones are about it. */
  page?: string;
  /** The document of the page, whose blocks can be commented on. */
  document?: Pick<Document, 'nodes'>;
  /** The blocks stand on the screen with their keys, so that comments can lead to them. */
  hasBlockPlaces?: boolean;
  /** Says which page a comment is about, where comments of all pages are shown. */
  pageOf?(id: string): ReactNode;
  canComment: boolean;
}

/** Open comments, the newest first, and a field for a new one; nothing for readers, who may not see comments. */
export function Comments({ target, page, document, hasBlockPlaces = false, pageOf, canComment }: CommentsProps) {
  const [isShowingResolved, setShowingResolved] = useState(false);
  const filter = { status: isShowingResolved ? 'resolved' : 'open', page } as const;
  const comments = useComments(target, filter, { enabled: canComment });
  if (!canComment) return null;
  return (
    <section className="comments" id="comments" aria-label="Comments">
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
        <CommentThread
          key={comment.id}
          anchor={`comment-${comment.id}`}
          target={target}
          comment={comment}
          canReply
          about={<About target={comment.target} document={document} hasBlockPlaces={hasBlockPlaces} pageOf={pageOf} />}
        />
      ))}
      <LoadMore list={comments} />
      {!isShowingResolved && (
        <NewComment
          key={`${target.changeRequestId ?? target.spaceId}/${page ?? ''}`}
          target={target}
          page={page}
          document={document}
        />
      )}
    </section>
  );
}

interface AboutProps extends Pick<CommentsProps, 'document' | 'hasBlockPlaces' | 'pageOf'> {
  target: Comment['target'];
}

/** The subject of a comment: a page, and the text of the block or cell. */
function About({ target: { page, node, tableCell }, document, hasBlockPlaces, pageOf }: AboutProps) {
  const block = node && document?.nodes.find(({ key }) => key === node.id);
  const cell =
    block && tableCell && cellPlaces(block).find(({ value }) => JSON.stringify(value) === JSON.stringify(tableCell));
  const said = cell?.label ?? (block && nameOf(block));
  const where = page && pageOf?.(page.id);
  if (!where && !node) return null;
  return (
    <p className="about muted">
      {where && <>On {where}</>}
      {said && node && (
        <>
          {where ? ': ' : 'On '}
          {hasBlockPlaces ? <a href={`#block-${node.id}`}>{said}</a> : <span>“{said}”</span>}
        </>
      )}
      {node && document && !said && 'On a part of a block, or on one that is no longer there'}
    </p>
  );
}
