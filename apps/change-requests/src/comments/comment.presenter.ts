import {
  composed,
  type BodyFormat,
  type Comment,
  type CommentPermissions,
  type CommentReply,
  type EmojiReaction,
  type AllProperties,
  type User,
} from '@bindery/contracts';
import { withVersion } from '@bindery/messaging';
import { presentBody } from './comment-body';
import type { CommentRow, ReactionRow, ReplyRow } from './comment.entity';
import type { Discussion } from './discussion';

/** The permissions of the caller on a comment or a reply. */
export function postingPermissions(
  { permissions: { view, comment, moderate }, user }: Discussion,
  { postedBy }: CommentRow | ReplyRow,
): Required<CommentPermissions> {
  const own = comment && postedBy === user;
  return { view, edit: own, reply: comment, delete: moderate || own };
}

export function presentComment(row: CommentRow, discussion: Discussion, format: BodyFormat): Comment {
  const { id, resolvedAt, resolvedBy, repliers, version } = row;
  const resolved = resolvedAt && resolvedBy ? { at: resolvedAt.toISOString(), by: userOf(resolvedBy) } : undefined;
  const presented: AllProperties<Comment> = {
    object: 'comment',
    ...presentPosting(row, discussion, format),
    replies: repliers.reduce((sum, { count }) => sum + count, 0),
    repliers: repliers.map(({ user, count, updatedAt }) => ({ user: userOf(user), count, updatedAt: iso(updatedAt) })),
    target: targetOf(row),
    status: resolved ? 'resolved' : 'open',
    resolvedAt: resolved?.at,
    resolvedBy: resolved?.by,
    urls: { location: `${discussion.location}/comments/${id}` },
  };
  return withVersion(presented as Comment, version);
}

export function presentReply(row: ReplyRow, discussion: Discussion, format: BodyFormat): CommentReply {
  const presented: AllProperties<CommentReply> = {
    object: 'comment-reply',
    ...presentPosting(row, discussion, format),
    urls: { location: `${discussion.location}/comments/${row.commentId}/replies/${row.id}` },
  };
  return withVersion(presented as CommentReply, row.version);
}

/** The common fields of comments and replies. */
function presentPosting(row: CommentRow | ReplyRow, discussion: Discussion, format: BodyFormat) {
  return {
    id: row.id,
    postedBy: userOf(row.postedBy),
    postedAt: row.postedAt.toISOString(),
    editedAt: row.editedAt?.toISOString(),
    reactions: row.reactions.map(presentReaction),
    body: presentBody(row, format),
    permissions: postingPermissions(discussion, row),
  };
}

const presentReaction = ({ emoji, users }: ReactionRow): EmojiReaction => ({
  emoji,
  count: users.length,
  users: users.map(({ user, reactedAt }) => ({ user: userOf(user), reactedAt: iso(reactedAt) })),
});

function targetOf(row: CommentRow): Comment['target'] {
  const { spaceId, changeRequestId, reviewId, revision, pageId, nodeId, cellRecord, cellDefinition } = row;
  const target: AllProperties<Comment['target']> = {
    node: nodeId ? { id: nodeId } : undefined,
    tableCell: cellRecord && cellDefinition ? { record: cellRecord, definition: cellDefinition } : undefined,
    changeRequest: changeRequestId ?? undefined,
    review: reviewId ?? undefined,
    page: pageId ? { id: pageId } : undefined,
    space: spaceId,
    revision,
  };
  return target as Comment['target'];
}

const userOf = (id: string): User => composed<User>(id);
const iso = (time: string): string => new Date(time).toISOString();
