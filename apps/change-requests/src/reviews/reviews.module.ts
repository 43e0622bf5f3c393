import { Module } from '@nestjs/common';
import { ChangeRequestsModule } from '../change-requests/change-requests.module';
import { CommentsModule } from '../comments/comments.module';
import { ContributorRepository } from './contributor.repository';
import { RequestedReviewerRepository } from './requested-reviewer.repository';
import { RequestedReviewersController } from './requested-reviewers.controller';
import { ReviewRepository } from './review.repository';
import { ReviewsController } from './reviews.controller';
import { TransferredReviewers } from './transferred-reviewers';

/** Reviews and their reviewers. */
@Module({
  imports: [ChangeRequestsModule, CommentsModule],
  controllers: [ReviewsController, RequestedReviewersController],
  providers: [ReviewRepository, RequestedReviewerRepository, TransferredReviewers, ContributorRepository],
  exports: [ReviewRepository],
})
export class ReviewsModule {}
