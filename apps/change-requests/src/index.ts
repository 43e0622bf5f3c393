import { startService, type RunningService, type ServiceDefinition } from '@bindery/service';
import { ChangeRequestEntity } from './change-requests/change-request.entity';
import { ChangeRequestRepository } from './change-requests/change-request.repository';
import { ChangeRequestsController } from './change-requests/change-requests.controller';
import { MergeAttemptRepository } from './change-requests/merge-attempt.repository';
import { StatusChanges } from './change-requests/status-changes';
import { ChangeRequestCommentsController } from './comments/change-request-comments.controller';
import { CommentEntity, CommentReplyEntity } from './comments/comment.entity';
import { CommentReplyRepository } from './comments/comment-reply.repository';
import { CommentRepository } from './comments/comment.repository';
import { CommentTargets } from './comments/comment-target';
import { Comments } from './comments/comments';
import { ReactionRepository } from './comments/reaction.repository';
import { Replies } from './comments/replies';
import { SpaceCommentsController } from './comments/space-comments.controller';
import { CountRepository } from './counts/count.repository';
import { CountsController } from './counts/counts.controller';
import { Talk1700000011000 } from './migrations/1700000011000-talk';
import { Places } from './places/places';
import { Audience } from './places/audience';
import { ContributorRepository } from './reviews/contributor.repository';
import { RequestedReviewerRepository } from './reviews/requested-reviewer.repository';
import { RequestedReviewersController } from './reviews/requested-reviewers.controller';
import { ReviewRepository } from './reviews/review.repository';
import { ReviewsController } from './reviews/reviews.controller';
import { ReviewEntity } from './reviews/review.entity';
import { PurgeConsumer } from './spaces/purge.consumer';

/** Proposals and talk about content: change requests, reviews and comments. */
export const changeRequests: ServiceDefinition = {
  name: 'change-requests',
  entities: [ChangeRequestEntity, ReviewEntity, CommentEntity, CommentReplyEntity],
  migrations: [Talk1700000011000],
  controllers: [
    ChangeRequestsController,
    SpaceCommentsController,
    ChangeRequestCommentsController,
    CountsController,
    ReviewsController,
    RequestedReviewersController,
  ],
  providers: [
    Places,
    ChangeRequestRepository,
    MergeAttemptRepository,
    StatusChanges,
    CommentRepository,
    CommentReplyRepository,
    ReactionRepository,
    CommentTargets,
    Comments,
    Replies,
    Audience,
    ReviewRepository,
    RequestedReviewerRepository,
    ContributorRepository,
    CountRepository,
    PurgeConsumer,
  ],
};

export const start = (env: NodeJS.ProcessEnv): Promise<RunningService> => startService(changeRequests, env);
