import type { Document } from '@bindery/documents';
import { Tree } from '../core/document-tree';
import { Foreign } from '../core/compose';
import { Const, Flag, Id, Int, Nested, OneOf, Text, Timestamp, Url } from '../core/fields';
import { PageQuery } from '../core/page';
import { orders } from '../identity/members.contract';
import { User, userCards } from '../identity/users.contract';
import { PagePlace, TableCellTarget } from '../shared/page-place.dto';

const bodyFormats = ['document', 'markdown'] as const;
export type BodyFormat = (typeof bodyFormats)[number];

/** The body of a comment: Markdown, a document, or neither for an empty one. */
export class CommentBody {
  @Text({ optional: true }) markdown?: string;
  @Tree({ optional: true }) document?: Document;
}

class CommentUrls {
  @Url() location!: string;
}

class ReactionUser {
  @Foreign(userCards) user!: User;
  @Timestamp() reactedAt!: string;
}

export class EmojiReaction {
  @Text({ max: 64 }) emoji!: string;
  @Int() count!: number;
  @Nested(() => ReactionUser, { array: true }) users!: ReactionUser[];
}

export class UserContributor {
  @Timestamp() updatedAt!: string;
  @Int() count!: number;
  @Foreign(userCards) user!: User;
}

export class CommentPermissions {
  @Flag() view!: boolean;
  @Flag() edit!: boolean;
  @Flag({ optional: true }) reply?: boolean;
  @Flag() delete!: boolean;
}

class TargetObject {
  @Text({ max: 128 }) id!: string;
}

export class CommentTarget {
  @Nested(() => TargetObject, { optional: true }) node?: TargetObject;
  @Nested(() => TableCellTarget, { optional: true }) tableCell?: TableCellTarget;
  @Id({ optional: true }) changeRequest?: string;
  @Id({ optional: true }) review?: string;
  @Nested(() => TargetObject, { optional: true }) page?: TargetObject;
  @Id() space!: string;
  @Id() revision!: string;
}

class Posting {
  @Id() id!: string;
  @Foreign(userCards) postedBy!: User;
  @Timestamp() postedAt!: string;
  @Timestamp({ optional: true }) editedAt?: string;
  @Nested(() => EmojiReaction, { array: true }) reactions!: EmojiReaction[];
  @Nested(() => CommentBody) body!: CommentBody;
  @Nested(() => CommentUrls) urls!: CommentUrls;
  @Nested(() => CommentPermissions) permissions!: CommentPermissions;
}

export class CommentReply extends Posting {
  @Const('comment-reply') object!: 'comment-reply';
}

const commentStatuses = ['open', 'resolved'] as const;

export class Comment extends Posting {
  @Const('comment') object!: 'comment';
  @Int() replies!: number;
  @Nested(() => UserContributor, { array: true }) repliers!: UserContributor[];
  @Nested(() => CommentTarget) target!: CommentTarget;
  @OneOf(commentStatuses) status!: (typeof commentStatuses)[number];
  @Timestamp({ optional: true }) resolvedAt?: string;
  @Foreign(userCards, { optional: true }) resolvedBy?: User;
}

/** The format of bodies in the answer. */
export class FormatQuery {
  @OneOf(bodyFormats, { optional: true }) format: BodyFormat = 'markdown';
}

export class CommentRepliesQuery extends PageQuery {
  @OneOf(bodyFormats, { optional: true }) format: BodyFormat = 'markdown';
}

const commentFilters = ['all', ...commentStatuses] as const;

export class CommentsQuery extends CommentRepliesQuery {
  @OneOf(orders, { optional: true }) order: (typeof orders)[number] = 'desc';
  @OneOf(commentFilters, { optional: true }) status: (typeof commentFilters)[number] = 'all';
  @Id({ optional: true, description: 'Only comments on this page.' }) targetPage?: string;
  @Id({ array: { max: 100 }, optional: true, description: 'Only comments by these users.' }) authors?: string[];
}

export class PostComment extends PagePlace {
  @Nested(() => CommentBody) body!: CommentBody;
}

export class PostCommentReply {
  @Nested(() => CommentBody) body!: CommentBody;
}

const emojis = { min: 1, max: 64, array: { max: 50 }, optional: true };

export class UpdateCommentReply {
  @Nested(() => CommentBody, { optional: true }) body?: CommentBody;
  @Text(emojis) addedReactions?: string[];
  @Text(emojis) removedReactions?: string[];
}

export class UpdateComment extends UpdateCommentReply {
  @Flag({ optional: true }) resolved?: boolean;
}
