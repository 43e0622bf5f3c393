import type { Document } from '@bindery/documents';
import { Tree } from '../core/document-tree';
import { Foreign } from '../core/compose';
import { contract, del, get, post } from '../core/endpoint';
import { Const, Flag, Id, Int, Nested, OneOf, Text, Timestamp, Url } from '../core/fields';
import { PageOf, PageQuery } from '../core/page';
import { User, userCards } from '../identity/users.contract';
import { Comment, CommentBody, CommentRepliesQuery, FormatQuery, UserContributor } from './comments.dto';

const reviewStatuses = ['changes-requested', 'approved'] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

class ReviewUrls {
  @Url() location!: string;
}

export class ChangeRequestReview {
  @Const('change-request-review') object!: 'change-request-review';
  @Id() id!: string;
  @Id({ description: 'The revision that was reviewed.' }) revision!: string;
  @Foreign(userCards) reviewer!: User;
  @Foreign(userCards, { optional: true }) requestedBy?: User;
  @OneOf(reviewStatuses) status!: ReviewStatus;
  @Flag({ description: 'Whether the change request changed after the review.' }) outdated!: boolean;
  @Nested(() => Comment, { optional: true }) comment?: Comment;
  @Timestamp() createdAt!: string;
  @Timestamp() updatedAt!: string;
  @Nested(() => ReviewUrls) urls!: ReviewUrls;
}

export class ReviewsQuery extends CommentRepliesQuery {
  @Flag({
    optional: true,
    description: 'Only reviews after which the change request changed (true) or did not change (false).',
  })
  outdated?: boolean;
}

export class SubmitReview {
  @OneOf(reviewStatuses) status!: ReviewStatus;
  @Nested(() => CommentBody, { optional: true }) comment?: CommentBody;
}

export class ChangeRequestRequestedReviewer {
  @Const('change-request-requested-reviewer') object!: 'change-request-requested-reviewer';
  @Const('user') kind!: 'user';
  @Foreign(userCards) user!: User;
  @Foreign(userCards) requestedBy!: User;
  @Id({ description: 'The revision for which the review was requested.' }) revision!: string;
  @Timestamp() createdAt!: string;
}

export class RequestReviewers {
  @Id({ array: { min: 1, max: 20 } }) users!: string[];
  @Text({ max: 100, optional: true }) subject?: string;
  @Tree({ nullable: true, optional: true }) description?: Document | null;
}

export class RequestedReviewers {
  @Nested(() => ChangeRequestRequestedReviewer, { array: true }) users!: ChangeRequestRequestedReviewer[];
}

export const contributions = ['edit', 'comment'] as const;

export class ChangeRequestUserContributor extends UserContributor {
  @OneOf(contributions) actionType!: (typeof contributions)[number];
}

export class ChangeRequestContributors {
  @Nested(() => ChangeRequestUserContributor, { array: { max: 10_000 } }) items!: ChangeRequestUserContributor[];
  @Int() count!: number;
}

const base = '/spaces/:spaceId/change-requests/:changeRequestId';

export const reviews = contract('change-requests', 'Change request reviews', {
  getReviewsByChangeRequestId: get(`${base}/reviews`, {
    summary: 'List the reviews of a change request, newest first',
    query: ReviewsQuery,
    returns: PageOf(ChangeRequestReview),
  }),
  submitChangeRequestReview: post(`${base}/reviews`, {
    summary: 'Approve a change request, or request changes',
    body: SubmitReview,
    returns: ChangeRequestReview,
    status: 201,
    errors: [409],
  }),
  getChangeRequestReviewById: get(`${base}/reviews/:reviewId`, {
    summary: 'Get a review',
    query: FormatQuery,
    returns: ChangeRequestReview,
  }),
  getRequestedReviewersByChangeRequestId: get(`${base}/requested-reviewers`, {
    summary: 'List the users who were asked to review a change request',
    query: PageQuery,
    returns: PageOf(ChangeRequestRequestedReviewer),
  }),
  requestReviewersForChangeRequest: post(`${base}/requested-reviewers`, {
    summary: 'Ask users to review a change request',
    description: 'A draft becomes open.',
    body: RequestReviewers,
    returns: RequestedReviewers,
    errors: [409],
  }),
  removeRequestedReviewerFromChangeRequest: del(`${base}/requested-reviewers/:userId`, {
    summary: 'Withdraw a review request',
  }),
  getContributorsByChangeRequestId: get(`${base}/contributors`, {
    summary: 'List the users who edited or commented on a change request',
    returns: ChangeRequestContributors,
  }),
});
