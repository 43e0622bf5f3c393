import type { CommentChanged } from '@bindery/contracts';
import type { StoredBody } from './comment-body';
import type { CommentRow } from './comment.rows';

/** The payload that every event of a comment or of its replies has. */
export const changedIn = ({ id, spaceId, changeRequestId, pageId }: CommentRow): CommentChanged => ({
  space: spaceId,
  changeRequest: changeRequestId,
  comment: id,
  ...(pageId && { page: pageId }),
});

/** Code points of an excerpt. */
const excerptLength = 500;

/** The beginning of a text. */
export const excerptOf = ({ markdown }: StoredBody): string =>
  [...markdown.slice(0, excerptLength * 2)].slice(0, excerptLength).join('');
