import { Controller, Inject } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import {
  branches,
  notFound,
  requires,
  reviews as contract,
  type BodyFormat,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { Handles, Mutations, Outbox, RpcClient } from '@bindery/messaging';
import { Database, newId, paginate } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { ChangeRequestRepository } from '../change-requests/change-request.repository';
import { requiresActive } from '../change-requests/status-changes';
import { formatOf, readBody, type StoredBody } from '../comments/comment-body';
import { commentCreated } from '../comments/comment.events';
import type { CommentRow } from '../comments/comment.entity';
import { presentComment } from '../comments/comment.presenter';
import { CommentRepository } from '../comments/comment.repository';
import { discussionOf } from '../comments/discussion';
import { SpaceContexts, type ChangeRequestContext } from '../change-requests/space-contexts';
import { ContributorRepository } from './contributor.repository';
import { RequestedReviewerRepository } from './requested-reviewer.repository';
import type { ReviewEntity } from './review.entity';
import { reviewSubmitted } from './review.events';
import { presentContributor, presentReview } from './review.presenter';
import { ReviewRepository, type NewReview } from './review.repository';

@Controller()
export class ReviewsController {
  constructor(
    private readonly contexts: SpaceContexts,
    private readonly requests: ChangeRequestRepository,
    private readonly reviews: ReviewRepository,
    private readonly requested: RequestedReviewerRepository,
    private readonly contributors: ContributorRepository,
    private readonly comments: CommentRepository,
    private readonly mutations: Mutations,
    private readonly outbox: Outbox,
    private readonly rpc: RpcClient,
    private readonly db: Database,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.getReviewsByChangeRequestId)
  async list({ params, query, principal }: RequestOf<typeof contract.getReviewsByChangeRequestId>) {
    const { context, head } = await this.withHead(principal, params);
    const { id: changeRequest } = context.changeRequest;
    const { outdated, format } = query;
    const filter = { changeRequest, head, outdated };
    const page = await paginate(query, {
      scope: ['reviews', changeRequest, outdated],
      rows: (after, limit) => this.reviews.list(filter, after, limit),
      position: ({ createdAt, id }) => ({ value: createdAt.toISOString(), id }),
      count: () => this.reviews.count(filter),
    });
    const comments = await this.comments.ofReviews(page.items.map(({ id }) => id));
    const items = page.items.map((review) =>
      this.present(review, comments.get(review.id), context, principal, head, format),
    );
    return { ...page, items };
  }

  @Handles(contract.getChangeRequestReviewById)
  async get({ params, query, principal }: RequestOf<typeof contract.getChangeRequestReviewById>) {
    const { context, head } = await this.withHead(principal, params);
    return this.load(context, principal, params.reviewId, head, query.format);
  }

  @Handles(contract.submitChangeRequestReview)
  async submit({ params, body, principal }: RequestOf<typeof contract.submitChangeRequestReview>) {
    const comment = body.comment && readBody(body.comment, 'body.comment');
    const { context, head } = await this.withHead(principal, params);
    requires(context.permissions.review);
    const { organization } = context;
    return this.db.transaction(async () => {
      const request = await this.requests.lock(context.changeRequest);
      if (!request) throw notFound('Change request');
      requiresActive(request);
      const id = newId();
      const target = { type: 'change-request-review', id };
      return this.mutations.run({ organization, target, version: 0 }, async () => {
        const asked = await this.requested.find(request.id, principal.user);
        const review: NewReview = {
          id,
          changeRequestId: request.id,
          reviewer: principal.user,
          requestedBy: asked?.requestedBy ?? null,
          status: body.status,
          revision: head,
        };
        await this.reviews.insert(review);
        const posted = comment && (await this.addComment(context, principal, id, head, comment));
        await this.outbox.add(reviewSubmitted(review, context));
        const stored = (await this.reviews.find(request.id, id))!;
        return this.present(stored, posted, context, principal, head, comment ? formatOf(comment) : 'markdown');
      });
    });
  }

  @Handles(contract.getContributorsByChangeRequestId)
  async listContributors({ params, principal }: RequestOf<typeof contract.getContributorsByChangeRequestId>) {
    const { changeRequest } = await this.contexts.changeRequest(principal, params.spaceId, params.changeRequestId);
    const items = (await this.contributors.list(changeRequest.id)).map(presentContributor);
    return { items, count: items.length };
  }

  /** The change request with the head of its branch. */
  private async withHead(
    principal: Principal,
    { spaceId, changeRequestId }: { spaceId: string; changeRequestId: string },
  ) {
    const context = await this.contexts.changeRequest(principal, spaceId, changeRequestId);
    const branch = { space: context.space, changeRequest: context.changeRequest.id };
    const { head } = await this.rpc.call(branches.getBranch, { principal, body: branch });
    return { context, head };
  }

  private async addComment(
    context: ChangeRequestContext,
    principal: Principal,
    reviewId: string,
    revision: string,
    body: StoredBody,
  ): Promise<CommentRow> {
    const about = { spaceId: context.space, changeRequestId: context.changeRequest.id, reviewId, revision };
    const noPlace = { pageId: null, nodeId: null, cellRecord: null, cellDefinition: null };
    const comment = this.comments.add({ id: newId(), postedBy: principal.user, ...about, ...noPlace, ...body });
    await this.outbox.add(commentCreated(comment, context.organization));
    return comment;
  }

  private async load(
    context: ChangeRequestContext,
    principal: Principal,
    id: string,
    head: string,
    format: BodyFormat,
  ) {
    const review = await this.reviews.find(context.changeRequest.id, id);
    if (!review) throw notFound('Review');
    const comments = await this.comments.ofReviews([id]);
    return this.present(review, comments.get(id), context, principal, head, format);
  }

  /** The comment of a review is shown only to users who may see comments. */
  private present(
    review: ReviewEntity,
    comment: CommentRow | undefined,
    context: ChangeRequestContext,
    principal: Principal,
    head: string,
    format: BodyFormat,
  ) {
    const discussion = discussionOf(context, principal, this.config.PUBLIC_URL);
    const shown = comment && discussion.permissions.view ? presentComment(comment, discussion, format) : undefined;
    return presentReview(review, shown, head, discussion.location);
  }
}
