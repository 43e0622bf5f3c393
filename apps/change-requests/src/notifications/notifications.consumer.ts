import { Injectable } from '@nestjs/common';
import {
  commentCreated,
  commentUpdated,
  replyCreated,
  replyUpdated,
  reviewersRequested,
  type CommentWritten,
  type EventEnvelope,
  type ReviewersRequested,
} from '@bindery/contracts';
import { JobQueue } from '@bindery/jobs';
import { Consumes } from '@bindery/messaging';
import { notificationJob, type Notification, type NotificationReason } from './notification';

/** Queues notifications of comments, replies and review requests. The worker checks the users' access when it sends a mail. */
@Injectable()
export class NotificationsConsumer {
  constructor(private readonly jobs: JobQueue) {}

  @Consumes(commentCreated, 'comment-created-mails', { writesRarely: true })
  commented(event: EventEnvelope<CommentWritten>): Promise<void> {
    return this.written(event);
  }

  @Consumes(commentUpdated, 'comment-updated-mails', { writesRarely: true })
  commentEdited(event: EventEnvelope<CommentWritten>): Promise<void> {
    return this.written(event);
  }

  @Consumes(replyCreated, 'reply-created-mails', { writesRarely: true })
  replied(event: EventEnvelope<CommentWritten>): Promise<void> {
    return this.written(event);
  }

  @Consumes(replyUpdated, 'reply-updated-mails', { writesRarely: true })
  replyEdited(event: EventEnvelope<CommentWritten>): Promise<void> {
    return this.written(event);
  }

  @Consumes(reviewersRequested, 'review-mails')
  async requested(event: EventEnvelope<ReviewersRequested>): Promise<void> {
    const { space, changeRequest, users, subject } = event.payload;
    await this.tell(event, new Map(users.map((user) => [user, 'review'])), { space, changeRequest, text: subject });
  }

  /** Notifies mentioned users of the mention, and the other users of the thread of the reply. */
  private async written(event: EventEnvelope<CommentWritten>): Promise<void> {
    const { space, changeRequest, comment, reply, mentions, participants } = event.payload;
    const reasons = new Map<string, NotificationReason>(participants.map((user) => [user, 'reply']));
    for (const user of mentions) reasons.set(user, 'mention');
    await this.tell(event, reasons, { space, changeRequest, comment, reply });
  }

  private async tell(
    { actor, organization }: EventEnvelope,
    reasons: Map<string, NotificationReason>,
    about: Omit<Notification, 'reason' | 'user' | 'actor'>,
  ): Promise<void> {
    for (const [user, reason] of reasons) {
      if (user === actor) continue;
      await this.jobs.add(notificationJob, {
        organizationId: organization ?? '',
        input: { reason, user, actor, ...about },
      });
    }
  }
}
