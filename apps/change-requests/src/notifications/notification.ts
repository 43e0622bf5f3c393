import type { JobKind } from '@bindery/jobs';

/** The reason for a notification. */
export type NotificationReason = 'mention' | 'reply' | 'review';

/** One notification to one user. */
export interface Notification {
  reason: NotificationReason;
  /** The user to notify; `actor` did it. */
  user: string;
  actor: string;
  space: string;
  changeRequest: string | null;
  /** The text: the beginning of a comment, or the subject of a change request. */
  text: string;
}

/** Each attempt waits a second longer than the one before, so that these last almost a day. */
export const notificationJob: JobKind<Notification, null, null> = { name: 'notification', attempts: 400 };
