import { readConfig } from '@bindery/config';
import { JobEntity, JobsModule, JobsTable1700000000500 } from '@bindery/jobs';
import { MailModule, mailSettings } from '@bindery/mail';
import { startService, type RunningService, type ServiceDefinition } from '@bindery/service';
import { BranchWorkRepository } from './change-requests/branch-work.repository';
import { ChangeRequestEntity } from './change-requests/change-request.entity';
import { ChangeRequestRepository } from './change-requests/change-request.repository';
import { ChangeRequestsController } from './change-requests/change-requests.controller';
import { GitConflicts } from './change-requests/git-conflicts';
import { StatusChanges } from './change-requests/status-changes';
import { ChangeRequestCommentsController } from './comments/change-request-comments.controller';
import { CommentReplyRepository } from './comments/comment-reply.repository';
import { CommentTargets } from './comments/comment-target';
import { CommentEntity, CommentReplyEntity } from './comments/comment.entity';
import { CommentRepository } from './comments/comment.repository';
import { Comments } from './comments/comments';
import { ReactionRepository } from './comments/reaction.repository';
import { Replies } from './comments/replies';
import { SpaceCommentsController } from './comments/space-comments.controller';
import { CountRepository } from './counts/count.repository';
import { CountsController } from './counts/counts.controller';
import { counters } from './counters';
import { BranchLock } from './merging/branch-lock';
import { MergeGate } from './merging/merge-gate';
import { Merges } from './merging/merges';
import { MergingController } from './merging/merging.controller';
import { ActivityPath1700000054000 } from './migrations/1700000054000-activity-path';
import { SpaceActivity1700000053000 } from './migrations/1700000053000-space-activity';
import { Talk1700000011000 } from './migrations/1700000011000-talk';
import { NotificationWorker } from './notifications/notification.worker';
import { NotificationsConsumer } from './notifications/notifications.consumer';
import { Audience } from './change-requests/audience';
import { SpaceContexts } from './change-requests/space-contexts';
import { ContributorRepository } from './reviews/contributor.repository';
import { RequestedReviewerRepository } from './reviews/requested-reviewer.repository';
import { RequestedReviewersController } from './reviews/requested-reviewers.controller';
import { ReviewEntity } from './reviews/review.entity';
import { references } from './references';
import { ReviewRepository } from './reviews/review.repository';
import { ReviewsController } from './reviews/reviews.controller';
import { TransferredReviewers } from './reviews/transferred-reviewers';
import { PurgeConsumer } from './spaces/purge.consumer';
import { PurgeRepository } from './spaces/purge.repository';

/** Proposals and talk about content: change requests, reviews and comments. */
export const changeRequests = (env: NodeJS.ProcessEnv): ServiceDefinition => ({
  name: 'change-requests',
  entities: [ChangeRequestEntity, ReviewEntity, CommentEntity, CommentReplyEntity, JobEntity],
  migrations: [JobsTable1700000000500, Talk1700000011000, SpaceActivity1700000053000, ActivityPath1700000054000],
  references,
  counters,
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
    SpaceContexts,
    ChangeRequestRepository,
    BranchWorkRepository,
    StatusChanges,
    GitConflicts,
    CommentRepository,
    CommentReplyRepository,
    ReactionRepository,
    CommentTargets,
    Comments,
    Replies,
    Audience,
    ReviewRepository,
    RequestedReviewerRepository,
    TransferredReviewers,
    ContributorRepository,
    CountRepository,
    BranchLock,
    MergeGate,
    Merges,
    NotificationsConsumer,
    NotificationWorker,
    PurgeRepository,
    PurgeConsumer,
  ],
});

export const start = (env: NodeJS.ProcessEnv): Promise<RunningService> => startService(changeRequests(env), env);

export { mailSettings as changeRequestsSettings } from '@bindery/mail';
