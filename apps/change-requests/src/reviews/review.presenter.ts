import {
  composed,
  type ChangeRequestRequestedReviewer,
  type ChangeRequestReview,
  type ChangeRequestUserContributor,
  type Comment,
  type User,
} from '@bindery/contracts';
import { withVersion } from '@bindery/messaging';
import type { ContributorRow } from './contributor.repository';
import type { RequestedReviewerRow } from './requested-reviewer.repository';
import type { ReviewEntity } from './review.entity';

const userOf = (id: string): User => composed<User>(id);

/** `head` is the newest revision of the change request, `location` its API address. */
export function presentReview(
  review: ReviewEntity,
  comment: Comment | undefined,
  head: string,
  location: string,
): ChangeRequestReview {
  const { id, revision, requestedBy, status, version } = review;
  const presented: ChangeRequestReview = {
    object: 'change-request-review',
    id,
    revision,
    reviewer: userOf(review.reviewer),
    ...(requestedBy && { requestedBy: userOf(requestedBy) }),
    status,
    outdated: revision !== head,
    ...(comment && { comment }),
    createdAt: review.createdAt.toISOString(),
    updatedAt: review.updatedAt.toISOString(),
    urls: { location: `${location}/reviews/${id}` },
  };
  return withVersion(presented, version);
}

export const presentRequestedReviewer = (row: RequestedReviewerRow): ChangeRequestRequestedReviewer => ({
  object: 'change-request-requested-reviewer',
  kind: 'user',
  user: userOf(row.user),
  requestedBy: userOf(row.requestedBy),
  revision: row.revision,
  createdAt: row.createdAt.toISOString(),
});

export const presentContributor = ({
  user,
  actionType,
  count,
  updatedAt,
}: ContributorRow): ChangeRequestUserContributor => ({
  user: userOf(user),
  actionType,
  count,
  updatedAt: updatedAt.toISOString(),
});
