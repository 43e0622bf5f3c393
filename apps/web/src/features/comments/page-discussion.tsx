import { MessageSquare, MessageSquarePlus } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import type { Block, Document, RevisionPage } from '../../api/contracts';
import { IconButton } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { DocumentView } from '../documents/document-view';
import { Backlinks } from '../pages/backlinks';
import type { PagePlace } from '../pages/page-links';
import type { Comment, CommentTarget } from './comment-calls';
import { nameOf } from './comment-places';
import { Comments } from './comments';
import { NewComment } from './new-comment';
import { useComments } from './use-comments';

/** Where comments go, and whether the user may read and write some. */
export interface Discussion {
  target: CommentTarget;
  canComment: boolean;
}

interface PageDiscussionProps extends Discussion {
  page: string;
  /** The platform knows no links to computed pages. */
  isComputed: boolean;
  document: Document;
  place: PagePlace;
  /** The tree of pages, for the links between them. */
  pages: readonly RevisionPage[];
}

/** A page as readers see it, with the comments on its blocks beside them, and below it the pages that link here and all comments. */
export function PageDiscussion({ target, canComment, page, isComputed, document, place, pages }: PageDiscussionProps) {
  const [commented, setCommented] = useState<Block>();
  const [isSending, setSending] = useState(false);
  const comments = useComments(target, { status: 'open', page }, { enabled: canComment });
  const counts = useMemo(() => countsByBlock(comments.items), [comments.items]);
  const around = (block: Block, shown: ReactNode) => (
    <BlockPlace
      block={block}
      count={counts.get(block.key ?? '') ?? 0}
      hasMore={comments.hasMore}
      onComment={canComment ? () => setCommented(block) : undefined}
    >
      {shown}
    </BlockPlace>
  );
  return (
    <>
      <DocumentView document={document} place={place} pages={pages} around={around} />
      {!isComputed && <Backlinks place={place} page={page} />}
      <Comments target={target} page={page} document={document} hasBlockPlaces canComment={canComment} />
      {commented && (
        <Dialog
          title={`Comment on “${nameOf(commented)}”`}
          isOpen
          isBusy={isSending}
          onClose={() => setCommented(undefined)}
        >
          <NewComment
            target={target}
            page={page}
            document={document}
            block={commented.key}
            onDone={() => setCommented(undefined)}
            onSending={setSending}
          />
        </Dialog>
      )}
    </>
  );
}

function countsByBlock(comments: readonly Comment[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { target } of comments) if (target.node) counts.set(target.node.id, (counts.get(target.node.id) ?? 0) + 1);
  return counts;
}

interface BlockPlaceProps {
  block: Block;
  /** The comments on it among those that are loaded. */
  count: number;
  /** Comments on the page are not loaded yet, some of which may be on the block. */
  hasMore: boolean;
  onComment?(): void;
  children: ReactNode;
}

/** A block with the number of its comments, and a button for the pointer; the keyboard has the field “About” below the page. */
function BlockPlace({ block, count, hasMore, onComment, children }: BlockPlaceProps) {
  const number = `${count}${hasMore ? '+' : ''}`;
  const noun = number === '1' ? 'comment' : 'comments';
  return (
    <div className="block-place" id={block.key && `block-${block.key}`}>
      {children}
      <div className="block-tools">
        {count > 0 && (
          <a className="badge info" href="#comments" aria-label={`${number} ${noun} on “${nameOf(block)}”`}>
            <MessageSquare size={13} aria-hidden="true" /> {number}
          </a>
        )}
        {onComment && block.key !== undefined && (
          <IconButton
            label={`Comment on “${nameOf(block)}”`}
            className="block-comment"
            tabIndex={-1}
            onClick={onComment}
          >
            <MessageSquarePlus size={16} />
          </IconButton>
        )}
      </div>
    </div>
  );
}
