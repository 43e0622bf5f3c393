import { Module } from '@nestjs/common';
import { ChangeRequestsModule } from '../change-requests/change-requests.module';
import { CommentsModule } from '../comments/comments.module';
import { NotificationWorker } from './notification.worker';
import { NotificationsConsumer } from './notifications.consumer';

/** Mails about change requests and comments. */
@Module({
  imports: [ChangeRequestsModule, CommentsModule],
  providers: [NotificationsConsumer, NotificationWorker],
})
export class NotificationsModule {}
