import { readConfig } from '@bindery/config';
import { JobEntity, JobsModule, JobsTable1700000000500 } from '@bindery/jobs';
import { MailModule, mailSettings } from '@bindery/mail';
import { startService, type RunningService, type ServiceDefinition } from '@bindery/service';
import { ChangeRequestEntity } from './change-requests/change-request.entity';
import { ChangeRequestRepository } from './change-requests/change-request.repository';
import { ChangeRequestsController } from './change-requests/change-requests.controller';
import { BranchWorkRepository } from './change-requests/branch-work.repository';
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
import { NotificationWorker } from './notifications/notification.worker';
import { NotificationsConsumer } from './notifications/notifications.consumer';
import { Places } from './places/places';
import { BranchWork } from './merging/branch-work';
import { MergeGate } from './merging/merge-gate';
import { Merges } from './merging/merges';
import { MergingController } from './merging/merging.controller';
import { Audience } from './places/audience';
import { ContributorRepository } from './reviews/contributor.repository';
import { RequestedReviewerRepository } from './reviews/requested-reviewer.repository';
import { RequestedReviewersController } from './reviews/requested-reviewers.controller';
import { ReviewRepository } from './reviews/review.repository';
import { ReviewsController } from './reviews/reviews.controller';
import { ReviewEntity } from './reviews/review.entity';
import { PurgeConsumer } from './spaces/purge.consumer';

/** Proposals and talk about content: change requests, reviews and comments. */
export const changeRequests = (env: NodeJS.ProcessEnv): ServiceDefinition => ({
  name: 'change-requests',
  entities: [ChangeRequestEntity, ReviewEntity, CommentEntity, CommentReplyEntity, JobEntity],
  migrations: [JobsTable1700000000500, Talk1700000011000],
  imports: [JobsModule.forRoot(), MailModule.forRoot(readConfig(mailSettings, env), env.PUBLIC_URL ?? '')],
  controllers: [
    ChangeRequestsController,
    SpaceCommentsController,
    ChangeRequestCommentsController,
    CountsController,
    ReviewsController,
    MergingController,
    RequestedReviewersController,
  ],
  providers: [
    Places,
    ChangeRequestRepository,
    BranchWorkRepository,
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
    BranchWork,
    MergeGate,
    Merges,
    NotificationsConsumer,
    NotificationWorker,
    PurgeConsumer,
  ],
});

export const start = (env: NodeJS.ProcessEnv): Promise<RunningService> => startService(changeRequests(env), env);
