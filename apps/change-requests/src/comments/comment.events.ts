import * as contracts from '@bindery/contracts';
import { excerptOf, mentionsIn, type StoredBody } from './comment-body';
import type { CommentRow, ReplyRow } from './comment.entity';

export const commentCreated = (comment: CommentRow, organization: string) =>
  contracts.commentCreated({
    ...contentOf(comment, organization),
    payload: { ...payloadOf(comment), ...writtenIn(comment) },
  });

export const commentUpdated = (comment: CommentRow, before: StoredBody, organization: string) =>
  contracts.commentUpdated({
    ...contentOf(comment, organization),
    payload: { ...payloadOf(comment), ...writtenIn(comment, before), resolved: comment.resolvedAt !== null },
  });

/** Gets the comment as it was before. */
export const commentDeleted = (comment: CommentRow, organization: string) =>
  contracts.commentDeleted({
    ...contentOf(contracts.raiseVersion(comment), organization),
    payload: payloadOf(comment),
  });

/** Gets the comment as it was before the reply. All earlier authors of the thread are notified. */
export const replyCreated = (reply: ReplyRow, comment: CommentRow, organization: string) =>
  contracts.replyCreated({
    ...contentOf(reply, organization),
    payload: { ...payloadOf(comment, reply), ...writtenIn(reply, undefined, participantsOf(comment)) },
  });

export const replyUpdated = (reply: ReplyRow, before: StoredBody, comment: CommentRow, organization: string) =>
  contracts.replyUpdated({
    ...contentOf(reply, organization),
    payload: { ...payloadOf(comment, reply), ...writtenIn(reply, before) },
  });

/** Gets the reply as it was before. */
export const replyDeleted = (reply: ReplyRow, comment: CommentRow, organization: string) =>
  contracts.replyDeleted({
    ...contentOf(contracts.raiseVersion(reply), organization),
    payload: payloadOf(comment, reply),
  });

const contentOf = ({ id, version }: CommentRow | ReplyRow, organization: string) => ({
  organization,
  aggregate: id,
  version,
});

const payloadOf = (
  { id, spaceId, changeRequestId, pageId }: CommentRow,
  reply?: ReplyRow,
): contracts.CommentChanged => ({
  space: spaceId,
  changeRequest: changeRequestId,
  comment: id,
  reply: reply?.id,
  page: pageId ?? undefined,
});

/** The users that a text mentions for the first time, the participants who are notified of it, and its beginning. */
function writtenIn(body: StoredBody, before?: StoredBody, participants: string[] = []) {
  const known = new Set(before && mentionsIn(before));
  return {
    mentions: mentionsIn(body).filter((user) => !known.has(user)),
    participants,
    excerpt: excerptOf(body),
  };
}

/** The users who wrote in the thread of a comment. */
const participantsOf = ({ postedBy, repliers }: CommentRow): string[] => [
  ...new Set([postedBy, ...repliers.map(({ user }) => user)]),
];
