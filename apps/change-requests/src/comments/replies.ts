import { Inject, Injectable } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import {
  notFound,
  requires,
  type BodyFormat,
  type CommentRepliesQuery,
  type PostCommentReply,
  type UpdateCommentReply,
} from '@bindery/contracts';
import { Mutations, Outbox } from '@bindery/messaging';
import { Database, newId, paginate } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { readBody } from './comment-body';
import { replyCreated, replyDeleted, replyUpdated } from './comment.events';
import { viewerOf, type ThreadContext } from './thread-context';
import { postingPermissions, presentReply } from './comment.presenter';
import { CommentReplyRepository } from './comment-reply.repository';
import { CommentRepository } from './comment.repository';
import type { CommentRow, ReplyRow } from './comment.rows';
import { Comments } from './comments';
import { ReactionRepository } from './reaction.repository';

/** The operations on replies to comments. */
@Injectable()
export class Replies {
  constructor(
    private readonly comments: Comments,
    private readonly commentRows: CommentRepository,
    private readonly replies: CommentReplyRepository,
    private readonly reactions: ReactionRepository,
    private readonly mutations: Mutations,
    private readonly outbox: Outbox,
    private readonly db: Database,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  async list(at: ThreadContext, commentId: string, query: CommentRepliesQuery) {
    const { id } = await this.comments.load(at, commentId);
    const page = await paginate(query, {
      scope: ['replies', id],
      rows: (after, limit) => this.replies.list(id, after, limit),
      position: ({ postedAt, id }) => ({ value: postedAt.toISOString(), id }),
      count: () => this.replies.count(id),
    });
    return { ...page, items: page.items.map((reply) => this.present(reply, at, query.format)) };
  }

  async get(at: ThreadContext, commentId: string, id: string, format: BodyFormat) {
    const comment = await this.comments.load(at, commentId);
    return this.present(await this.load(comment, id), at, format);
  }

  async post(at: ThreadContext, commentId: string, request: PostCommentReply, format: BodyFormat) {
    const { principal } = at;
    const body = readBody(request.body);
    return this.db.transaction(async () => {
      const comment = await this.commentRows.lock(at.thread, commentId);
      if (!comment) throw notFound('Comment');
      requires(at.permissions.comment);
      const id = newId();
      return this.mutations.run(this.targetOf(at, { id, version: 0 }), async () => {
        const reply = await this.replies.insert({ id, commentId, postedBy: principal.user, ...body });
        await this.outbox.add(replyCreated(reply, comment, at.place.organization));
        return this.present(reply, at, format);
      });
    });
  }

  async update(at: ThreadContext, commentId: string, id: string, request: UpdateCommentReply) {
    const { principal } = at;
    const { addedReactions = [], removedReactions = [] } = request;
    const body = request.body && readBody(request.body);
    return this.change(at, commentId, id, async (comment, reply) => {
      requires(at.permissions.comment);
      if (body) requires(postingPermissions(at.place.level, reply.postedBy === principal.user).edit);
      return this.mutations.run(this.targetOf(at, reply), async () => {
        if (body) await this.replies.edit(id, body);
        await this.reactions.change({ reply: id }, principal.user, addedReactions, removedReactions);
        await this.replies.touch(id);
        const updated = await this.load(comment, id);
        await this.outbox.add(replyUpdated(updated, reply, comment, at.place.organization));
        return this.present(updated, at, updated.document ? 'document' : 'markdown');
      });
    });
  }

  async delete(at: ThreadContext, commentId: string, id: string): Promise<void> {
    await this.db.transaction(async () => {
      const comment = await this.commentRows.find(at.thread, commentId);
      const reply = comment && (await this.replies.lock(commentId, id));
      if (!reply) return;
      requires(postingPermissions(at.place.level, reply.postedBy === at.principal.user).delete);
      await this.mutations.run(this.targetOf(at, reply), async () => {
        await this.replies.delete(id);
        await this.outbox.add(replyDeleted(reply, comment, at.place.organization));
      });
    });
  }

  private change<T>(
    at: ThreadContext,
    commentId: string,
    id: string,
    work: (comment: CommentRow, reply: ReplyRow) => Promise<T>,
  ): Promise<T> {
    return this.db.transaction(async () => {
      const comment = await this.comments.load(at, commentId);
      const reply = await this.replies.lock(commentId, id);
      if (!reply) throw notFound('Reply');
      return work(comment, reply);
    });
  }

  private async load(comment: CommentRow, id: string): Promise<ReplyRow> {
    const reply = await this.replies.find(comment.id, id);
    if (!reply) throw notFound('Reply');
    return reply;
  }

  private present(reply: ReplyRow, at: ThreadContext, format: BodyFormat) {
    return presentReply(reply, viewerOf(at, this.config.PUBLIC_URL, format));
  }

  private targetOf({ place }: ThreadContext, { id, version }: Pick<ReplyRow, 'id' | 'version'>) {
    return { organization: place.organization, target: { type: 'comment-reply', id }, version };
  }
}
