import { Controller, Inject } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import {
  branches,
  changeRequestComments,
  composed,
  ifNotFound,
  memberKey,
  notFound,
  requires,
  spaceComments,
  type CommentRepliesQuery,
  type CommentsQuery,
  type FormatQuery,
  type OrganizationMember,
  type PageQuery,
  type PostComment,
  type PostCommentReply,
  type Principal,
  type Request,
  type UpdateComment,
  type UpdateCommentReply,
} from '@bindery/contracts';
import { Handles, Mutations, Outbox, RpcClient } from '@bindery/messaging';
import { Database, newId, paginate } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { SpaceContexts } from '../change-requests/space-contexts';
import { formatOf, readBody } from './comment-body';
import {
  commentCreated,
  commentDeleted,
  commentUpdated,
  replyCreated,
  replyDeleted,
  replyUpdated,
} from './comment.events';
import { postingPermissions, presentComment, presentReply } from './comment.presenter';
import { CommentRepository } from './comment.repository';
import { discussionOf, type Discussion } from './discussion';

/** The path of a space, or of a change request in it. */
interface DiscussionParams {
  spaceId: string;
  changeRequestId?: string;
}
type CommentParams = DiscussionParams & { commentId: string };
type ReplyParams = CommentParams & { commentReplyId: string };

/** Comments on spaces, on change requests and on their pages. */
@Controller()
export class CommentsController {
  constructor(
    private readonly contexts: SpaceContexts,
    private readonly comments: CommentRepository,
    private readonly mutations: Mutations,
    private readonly outbox: Outbox,
    private readonly rpc: RpcClient,
    private readonly db: Database,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(spaceComments.listCommentsInSpace, changeRequestComments.listCommentsInChangeRequest)
  async list({ params, query, principal }: Request<DiscussionParams, CommentsQuery>) {
    const discussion = await this.discussion(principal, params);
    const { status, targetPage, authors, order, format } = query;
    const filter = { status, targetPage, authors };
    const page = await paginate(query, {
      scope: ['comments', discussion.key, filter, order],
      rows: (after, limit) => this.comments.list(discussion.key, filter, order, after, limit),
      position: ({ postedAt, id }) => ({ value: postedAt.toISOString(), id }),
      count: () => this.comments.count(discussion.key, filter),
    });
    return { ...page, items: page.items.map((comment) => presentComment(comment, discussion, format)) };
  }

  @Handles(spaceComments.postCommentInSpace, changeRequestComments.postCommentInChangeRequest)
  async post({ params, body: request, principal }: Request<DiscussionParams, object, PostComment>) {
    const discussion = await this.discussion(principal, params);
    requires(discussion.permissions.comment);
    const body = readBody(request.body);
    const anchor = await this.anchorOf(discussion, request, principal);
    const at = { spaceId: discussion.key.space, changeRequestId: discussion.key.changeRequest, reviewId: null };
    const comment = { id: newId(), postedBy: principal.user, ...at, ...anchor, ...body };
    return this.mutations.run(targetOf('comment', discussion, comment.id, 0), async () => {
      const stored = this.comments.add(comment);
      await this.outbox.add(commentCreated(stored, discussion.organization));
      return presentComment(stored, discussion, formatOf(body));
    });
  }

  @Handles(spaceComments.getCommentInSpace, changeRequestComments.getCommentInChangeRequest)
  async get({ params, query, principal }: Request<CommentParams, FormatQuery>) {
    const discussion = await this.discussion(principal, params);
    return presentComment(await this.load(discussion, params.commentId), discussion, query.format);
  }

  @Handles(spaceComments.updateCommentInSpace, changeRequestComments.updateCommentInChangeRequest)
  async update({ params, body: request, principal }: Request<CommentParams, object, UpdateComment>) {
    const discussion = await this.discussion(principal, params);
    requires(discussion.permissions.comment);
    const body = request.body && readBody(request.body);
    return this.db.transaction(async () => {
      const comment = await this.comments.lock(discussion.key, params.commentId);
      if (!comment) throw notFound('Comment');
      if (body) requires(postingPermissions(discussion, comment).edit);
      return this.mutations.run(targetOf('comment', discussion, comment.id, comment.version), async () => {
        const { id } = comment;
        if (body) await this.comments.edit('comment', id, body);
        if (request.resolved !== undefined) await this.comments.resolve(id, request.resolved ? principal.user : null);
        await this.comments.react('comment', id, principal.user, request);
        await this.comments.touch('comment', id);
        const updated = await this.load(discussion, id);
        await this.outbox.add(commentUpdated(updated, comment, discussion.organization));
        return presentComment(updated, discussion, formatOf(updated));
      });
    });
  }

  @Handles(spaceComments.deleteCommentInSpace, changeRequestComments.deleteCommentInChangeRequest)
  async delete({ params, principal }: Request<CommentParams>) {
    const discussion = await this.discussion(principal, params).catch(ifNotFound);
    if (!discussion) return;
    await this.db.transaction(async () => {
      const comment = await this.comments.lock(discussion.key, params.commentId);
      if (!comment) return;
      requires(postingPermissions(discussion, comment).delete);
      await this.mutations.run(targetOf('comment', discussion, comment.id, comment.version), async () => {
        await this.comments.delete('comment', comment.id);
        await this.outbox.add(commentDeleted(comment, discussion.organization));
      });
    });
  }

  @Handles(spaceComments.listCommentersInSpace, changeRequestComments.listCommentersInChangeRequest)
  async commenters({ params, query, principal }: Request<DiscussionParams, PageQuery>) {
    const { key, organization } = await this.discussion(principal, params);
    const page = await paginate(query, {
      scope: ['commenters', key],
      rows: (after, limit) => this.comments.commenters(key, after, limit),
      position: ({ id }) => ({ value: id, id }),
      count: () => this.comments.countCommenters(key),
    });
    return { ...page, items: page.items.map(({ id }) => composed<OrganizationMember>(memberKey(organization, id))) };
  }

  @Handles(spaceComments.listCommentRepliesInSpace, changeRequestComments.listCommentRepliesInChangeRequest)
  async listReplies({ params, query, principal }: Request<CommentParams, CommentRepliesQuery>) {
    const discussion = await this.discussion(principal, params);
    const { id } = await this.load(discussion, params.commentId);
    const page = await paginate(query, {
      scope: ['replies', id],
      rows: (after, limit) => this.comments.listReplies(id, after, limit),
      position: ({ postedAt, id }) => ({ value: postedAt.toISOString(), id }),
      count: () => this.comments.countReplies(id),
    });
    return { ...page, items: page.items.map((reply) => presentReply(reply, discussion, query.format)) };
  }

  @Handles(spaceComments.postCommentReplyInSpace, changeRequestComments.postCommentReplyInChangeRequest)
  async reply({ params, query, body: request, principal }: Request<CommentParams, FormatQuery, PostCommentReply>) {
    const discussion = await this.discussion(principal, params);
    requires(discussion.permissions.comment);
    const body = readBody(request.body);
    return this.db.transaction(async () => {
      const comment = await this.comments.lock(discussion.key, params.commentId);
      if (!comment) throw notFound('Comment');
      const reply = { id: newId(), commentId: comment.id, postedBy: principal.user, ...body };
      return this.mutations.run(targetOf('comment-reply', discussion, reply.id, 0), async () => {
        const stored = await this.comments.insertReply(reply);
        await this.outbox.add(replyCreated(stored, comment, discussion.organization));
        return presentReply(stored, discussion, query.format);
      });
    });
  }

  @Handles(spaceComments.getCommentReplyInSpace, changeRequestComments.getCommentReplyInChangeRequest)
  async getReply({ params, query, principal }: Request<ReplyParams, FormatQuery>) {
    const discussion = await this.discussion(principal, params);
    const comment = await this.load(discussion, params.commentId);
    const reply = await this.comments.findReply(comment.id, params.commentReplyId);
    if (!reply) throw notFound('Reply');
    return presentReply(reply, discussion, query.format);
  }

  @Handles(spaceComments.updateCommentReplyInSpace, changeRequestComments.updateCommentReplyInChangeRequest)
  async updateReply({ params, body: request, principal }: Request<ReplyParams, object, UpdateCommentReply>) {
    const discussion = await this.discussion(principal, params);
    requires(discussion.permissions.comment);
    const body = request.body && readBody(request.body);
    return this.db.transaction(async () => {
      const comment = await this.load(discussion, params.commentId);
      const reply = await this.comments.lockReply(comment.id, params.commentReplyId);
      if (!reply) throw notFound('Reply');
      if (body) requires(postingPermissions(discussion, reply).edit);
      return this.mutations.run(targetOf('comment-reply', discussion, reply.id, reply.version), async () => {
        const { id } = reply;
        if (body) await this.comments.edit('comment_reply', id, body);
        await this.comments.react('comment_reply', id, principal.user, request);
        await this.comments.touch('comment_reply', id);
        const updated = (await this.comments.findReply(comment.id, id))!;
        await this.outbox.add(replyUpdated(updated, reply, comment, discussion.organization));
        return presentReply(updated, discussion, formatOf(updated));
      });
    });
  }

  @Handles(spaceComments.deleteCommentReplyInSpace, changeRequestComments.deleteCommentReplyInChangeRequest)
  async deleteReply({ params, principal }: Request<ReplyParams>) {
    const discussion = await this.discussion(principal, params).catch(ifNotFound);
    if (!discussion) return;
    await this.db.transaction(async () => {
      const comment = await this.comments.find(discussion.key, params.commentId);
      const reply = comment && (await this.comments.lockReply(comment.id, params.commentReplyId));
      if (!reply) return;
      requires(postingPermissions(discussion, reply).delete);
      await this.mutations.run(targetOf('comment-reply', discussion, reply.id, reply.version), async () => {
        await this.comments.delete('comment_reply', reply.id);
        await this.outbox.add(replyDeleted(reply, comment, discussion.organization));
      });
    });
  }

  /** Throws 404, and 403 for callers who may see the content but not its comments. */
  private async discussion(principal: Principal, { spaceId, changeRequestId }: DiscussionParams): Promise<Discussion> {
    const context = await (changeRequestId === undefined
      ? this.contexts.space(principal, spaceId)
      : this.contexts.changeRequest(principal, spaceId, changeRequestId));
    const discussion = discussionOf(context, principal, this.config.PUBLIC_URL);
    requires(discussion.permissions.view);
    return discussion;
  }

  private async load(discussion: Discussion, id: string) {
    const comment = await this.comments.find(discussion.key, id);
    if (!comment) throw notFound('Comment');
    return comment;
  }

  /** The revision, page, block and cell that a new comment is on. Throws 400 for one that does not exist. */
  private async anchorOf({ key, head }: Discussion, { page, node, tableCell }: PostComment, principal: Principal) {
    const { space, changeRequest } = key;
    const isOfSpace = changeRequest === null && page === undefined && node === undefined && tableCell === undefined;
    const body = { space, changeRequest: changeRequest ?? undefined, page, node, tableCell };
    const located = isOfSpace ? { revision: head } : await this.rpc.call(branches.locateComment, { principal, body });
    const [cellRecord, cellDefinition] = [tableCell?.record ?? null, tableCell?.definition ?? null];
    return { revision: located.revision, pageId: page ?? null, nodeId: node ?? null, cellRecord, cellDefinition };
  }
}

const targetOf = (type: 'comment' | 'comment-reply', { organization }: Discussion, id: string, version: number) => ({
  organization,
  target: { type, id },
  version,
});
