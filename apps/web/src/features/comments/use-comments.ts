import { useList, type ListResult } from '../../api/queries';
import type { Comment, CommentTarget } from './comment-calls';

interface CommentFilter {
  status: 'open' | 'resolved';
  /** Only the comments on this page. */
  page?: string;
}

/** The comments on a space, or on a change request. */
export function useComments(
  { spaceId, changeRequestId = '' }: CommentTarget,
  { status, page }: CommentFilter,
  { enabled = true } = {},
): ListResult<Comment> {
  const query = { format: 'markdown', status, targetPage: page } as const;
  const isInRequest = changeRequestId !== '';
  const inSpace = useList('listCommentsInSpace', { params: { spaceId }, query, enabled: enabled && !isInRequest });
  const inRequest = useList('listCommentsInChangeRequest', {
    params: { spaceId, changeRequestId },
    query,
    enabled: enabled && isInRequest,
  });
  return isInRequest ? inRequest : inSpace;
}
