import { readConfig } from '@bindery/config';
import { JobEntity, JobsModule } from '@bindery/jobs';
import { MailModule, mailSettings } from '@bindery/mail';
import { startService, type RunningService, type ServiceDefinition } from '@bindery/service';
import { ChangeRequestEntity } from './change-requests/change-request.entity';
import { CommentEntity, CommentReplyEntity } from './comments/comment.entity';
import { counters } from './counters';
import { ReviewEntity } from './reviews/review.entity';
import { references } from './references';
import { ChangeRequestsModule } from './change-requests/change-requests.module';
import { CommentsModule } from './comments/comments.module';
import { CountsModule } from './counts/counts.module';
import { MergingModule } from './merging/merging.module';
import { NotificationsModule } from './notifications/notifications.module';
import { ReviewsModule } from './reviews/reviews.module';
import { SpacesModule } from './spaces/spaces.module';
import { migrations } from './migrations';

/** Each imports only modules that are above it in this list. */
const modules = [
  CountsModule,
  ChangeRequestsModule,
  CommentsModule,
  ReviewsModule,
  MergingModule,
  NotificationsModule,
  SpacesModule,
];

/** Change requests, with their reviews and merges, and comments. */
export const changeRequests = (env: NodeJS.ProcessEnv): ServiceDefinition => ({
  name: 'change-requests',
  entities: [ChangeRequestEntity, ReviewEntity, CommentEntity, CommentReplyEntity, JobEntity],
  migrations,
  references,
  counters,
  imports: [JobsModule.forRoot(), MailModule.forRoot(readConfig(mailSettings, env), env.PUBLIC_URL ?? ''), ...modules],
});

export const start = (env: NodeJS.ProcessEnv): Promise<RunningService> => startService(changeRequests(env), env);

export { mailSettings as changeRequestsSettings } from '@bindery/mail';
