import type { JobKind } from '@bindery/jobs';

/** Why somebody is told. */
export type NotificationReason = 'mention' | 'reply' | 'review';

/** One thing of which one person is told. */
export interface Notification {
  reason: NotificationReason;
  /** Whom to tell, and who did it. */
  user: string;
  actor: string;
  space: string;
  changeRequest: string | null;
  /** What was written: the beginning of a comment, or the subject of a change request. */
  text: string;
}

/** Each attempt waits a second longer than the one before, so that these last almost a day. */
export const notificationJob: JobKind<Notification, null, null> = { name: 'notification', attempts: 400 };
