import type { CommentEntity, CommentReplyEntity } from './comment.entity';

/** Reactions to a posting by emoji, the earliest first. */
export interface ReactionRow {
  emoji: string;
  users: { user: string; reactedAt: string }[];
}

interface ReplierRow {
  user: string;
  count: number;
  updatedAt: string;
}

/** A comment as it is shown. */
export type CommentRow = CommentEntity & { reactions: ReactionRow[]; repliers: ReplierRow[] };
export type ReplyRow = CommentReplyEntity & { reactions: ReactionRow[] };

const posting = (alias: string) => `${alias}.id, ${alias}.markdown, ${alias}.document, ${alias}.posted_by as "postedBy",
  ${alias}.posted_at as "postedAt", ${alias}.edited_at as "editedAt", ${alias}.version, reactions.list as reactions`;

/** With the rows of a page, so that however many there are, it is one query. */
const reactionsOf = (alias: string) => `
  cross join lateral (select coalesce(json_agg(by_emoji order by by_emoji.since, by_emoji.emoji), '[]') as list from (
    select r.emoji, min(r.reacted_at) as since,
      json_agg(json_build_object('user', r.user_id, 'reactedAt', r.reacted_at) order by r.reacted_at, r.user_id) as users
    from reaction r where r.target_id = ${alias}.id group by r.emoji) by_emoji) reactions`;

const repliersOf = `
  cross join lateral (select coalesce(json_agg(by_user order by by_user."updatedAt" desc, by_user."user"), '[]') as list from (
    select a.posted_by as "user", count(*)::int as count, max(a.posted_at) as "updatedAt"
    from comment_reply a where a.comment_id = c.id group by a.posted_by) by_user) repliers`;

export const commentColumns = `${posting('c')}, c.space_id as "spaceId", c.change_request_id as "changeRequestId",
  c.review_id as "reviewId", c.revision, c.page_id as "pageId", c.node_id as "nodeId", c.cell_record as "cellRecord",
  c.cell_definition as "cellDefinition", c.resolved_at as "resolvedAt", c.resolved_by as "resolvedBy", repliers.list as repliers`;
export const commentParts = `${reactionsOf('c')} ${repliersOf}`;

export const replyColumns = `${posting('a')}, a.comment_id as "commentId"`;
export const replyParts = reactionsOf('a');
