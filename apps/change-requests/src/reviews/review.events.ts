import * as contracts from '@bindery/contracts';
import type { SpaceContext } from '../change-requests/space-contexts';
import type { NewReview } from './review.repository';

export const reviewSubmitted = (review: NewReview, { organization, space }: SpaceContext) =>
  contracts.reviewSubmitted({
    organization,
    aggregate: review.id,
    version: 1,
    payload: {
      space,
      changeRequest: review.changeRequestId,
      review: review.id,
      reviewer: review.reviewer,
      status: review.status,
    },
  });
