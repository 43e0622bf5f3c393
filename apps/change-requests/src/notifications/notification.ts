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
  /** The comment, and the reply to it that was written: the text is read when the mail is sent. */
  comment?: string;
  reply?: string;
  /** The subject of a change request. A job of release 0.1.0 has the beginning of its comment here, and no `comment`. */
  text?: string;
}

/** Each attempt waits a second longer than the one before, so that these last almost a day. */
export const notificationJob: JobKind<Notification, null, null> = { name: 'notification', attempts: 400 };
