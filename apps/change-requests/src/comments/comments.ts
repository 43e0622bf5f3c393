import { Inject, Injectable } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import {
  branches,
  composed,
  memberKey,
  notFound,
  requires,
  type BodyFormat,
  type CommentsQuery,
  type OrganizationMember,
  type PageQuery,
  type PostComment,
  type UpdateComment,
} from '@bindery/contracts';
import { Mutations, Outbox, RpcClient } from '@bindery/messaging';
import { Database, newId, paginate } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { readBody, type StoredBody } from './comment-body';
import { commentCreated, commentDeleted, commentUpdated } from './comment.events';
import { viewerOf, type ThreadContext } from './thread-context';
import { postingPermissions, presentComment } from './comment.presenter';
import { CommentRepository } from './comment.repository';
import type { CommentRow } from './comment.rows';
import { CommentTargets } from './comment-target';
import { ReactionRepository } from './reaction.repository';

/** The operations on comments of a space or of a change request. */
@Injectable()
export class Comments {
  constructor(
    private readonly comments: CommentRepository,
    private readonly reactions: ReactionRepository,
    private readonly targets: CommentTargets,
    private readonly mutations: Mutations,
    private readonly outbox: Outbox,
    private readonly rpc: RpcClient,
    private readonly db: Database,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  async list(at: ThreadContext, query: CommentsQuery) {
    const { status, targetPage, authors, order } = query;
    const filter = { status, targetPage, authors };
    const page = await paginate(query, {
      scope: ['comments', at.thread, filter, order],
      rows: (after, limit) => this.comments.list(at.thread, filter, order, after, limit),
      position: ({ postedAt, id }) => ({ value: postedAt.toISOString(), id }),
      count: () => this.comments.count(at.thread, filter),
    });
    return { ...page, items: page.items.map((comment) => this.present(comment, at, query.format)) };
  }

  async get(at: ThreadContext, id: string, format: BodyFormat) {
    return this.present(await this.load(at, id), at, format);
  }

  async post(at: ThreadContext, request: PostComment) {
    requires(at.permissions.comment);
    const body = readBody(request.body);
    const [target, revision] = await Promise.all([this.targets.find(request, at.place, at.principal), this.headOf(at)]);
    const id = newId();
    return this.mutations.run(this.targetOf(at, { id, version: 0 }), async () => {
      const { space: spaceId, changeRequest: changeRequestId } = at.thread;
      const postedBy = at.principal.user;
      const comment = await this.comments.insert({
        id,
        spaceId,
        changeRequestId,
        revision,
        postedBy,
        ...target,
        ...body,
      });
      await this.outbox.add(commentCreated(comment, at.place.organization));
      return this.present(comment, at, formatOf(body));
    });
  }

  async update(at: ThreadContext, id: string, request: UpdateComment) {
    const { principal, thread } = at;
    const { resolved, addedReactions = [], removedReactions = [] } = request;
    const body = request.body && readBody(request.body);
    return this.db.transaction(async () => {
      const comment = await this.comments.lock(thread, id);
      if (!comment) throw notFound('Comment');
      requires(at.permissions.comment);
      if (body) requires(postingPermissions(at.place.level, comment.postedBy === principal.user).edit);
      return this.mutations.run(this.targetOf(at, comment), async () => {
        if (body) await this.comments.edit(id, body);
        if (resolved !== undefined) await this.comments.resolve(id, resolved ? principal.user : null);
        await this.reactions.change({ comment: id }, principal.user, addedReactions, removedReactions);
        await this.comments.touch(id);
        const updated = await this.load(at, id);
        await this.outbox.add(commentUpdated(updated, comment, at.place.organization));
        return this.present(updated, at, formatOf(body ?? comment));
      });
    });
  }

  async delete(at: ThreadContext, id: string): Promise<void> {
    await this.db.transaction(async () => {
      const comment = await this.comments.lock(at.thread, id);
      if (!comment) return;
      requires(postingPermissions(at.place.level, comment.postedBy === at.principal.user).delete);
      await this.mutations.run(this.targetOf(at, comment), async () => {
        await this.comments.delete(id);
        await this.outbox.add(commentDeleted(comment, at.place.organization));
      });
    });
  }

  async commenters(at: ThreadContext, query: PageQuery) {
    const page = await paginate(query, {
      scope: ['commenters', at.thread],
      rows: (after, limit) => this.comments.commenters(at.thread, after, limit),
      position: ({ id }) => ({ value: id, id }),
      count: () => this.comments.countCommenters(at.thread),
    });
    const { organization } = at.place;
    return { ...page, items: page.items.map(({ id }) => composed<OrganizationMember>(memberKey(organization, id))) };
  }

  async load({ thread }: ThreadContext, id: string): Promise<CommentRow> {
    const comment = await this.comments.find(thread, id);
    if (!comment) throw notFound('Comment');
    return comment;
  }

  present(comment: CommentRow, at: ThreadContext, format: BodyFormat) {
    return presentComment(comment, viewerOf(at, this.config.PUBLIC_URL, format));
  }

  /** The revision that is commented on. */
  private async headOf({ place, principal, thread: { space, changeRequest } }: ThreadContext): Promise<string> {
    if (!changeRequest) return place.head;
    return (await this.rpc.call(branches.getBranch, { principal, body: { space, changeRequest } })).head;
  }

  private targetOf({ place }: ThreadContext, { id, version }: Pick<CommentRow, 'id' | 'version'>) {
    return { organization: place.organization, target: { type: 'comment', id }, version };
  }
}

/** The format of an answer: a body that was given as a document is returned as one. */
export const formatOf = ({ document }: StoredBody): BodyFormat => (document ? 'document' : 'markdown');
