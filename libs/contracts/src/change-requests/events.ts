import { event } from '../core/event';
import type { ChangeRequestStatus } from './change-request-refs.contract';

/** Something happened to a change request. */
export interface ChangeRequestChanged {
  space: string;
  changeRequest: string;
  number: number;
  status: ChangeRequestStatus;
  subject: string;
}

/** `agentTask` is the task that the change request was opened for. */
export const changeRequestCreated = event<ChangeRequestChanged & { agentTask?: string }>(
  'change-requests',
  'change_request.created',
);
export const changeRequestUpdated = event<ChangeRequestChanged>('change-requests', 'change_request.updated');
/** `revision` is the head of main after the merge. */
export const changeRequestMerged = event<ChangeRequestChanged & { revision: string }>(
  'change-requests',
  'change_request.merged',
);

interface ReviewSubmitted {
  space: string;
  changeRequest: string;
  review: string;
  reviewer: string;
  status: 'approved' | 'changes-requested';
}

export const reviewSubmitted = event<ReviewSubmitted>('change-requests', 'review.submitted');

export interface ReviewersRequested {
  space: string;
  changeRequest: string;
  number: number;
  subject: string;
  /** The users who were not requested before. */
  users: string[];
}

export const reviewersRequested = event<ReviewersRequested>('change-requests', 'reviewers.requested');
export const reviewerRemoved = event<{ space: string; changeRequest: string; user: string }>(
  'change-requests',
  'reviewer.removed',
);

/** A comment or a reply; replies name the comment that they answer. */
export interface CommentChanged {
  space: string;
  changeRequest: string | null;
  comment: string;
  reply?: string;
  page?: string;
}

/** `mentions` are users that the text names for the first time; `participants` are the earlier authors in the thread. */
export interface CommentWritten extends CommentChanged {
  mentions: string[];
  participants: string[];
  /** The beginning of the text. */
  excerpt: string;
}

export const commentCreated = event<CommentWritten>('change-requests', 'comment.created');
export const commentUpdated = event<CommentWritten & { resolved: boolean }>('change-requests', 'comment.updated');
export const commentDeleted = event<CommentChanged>('change-requests', 'comment.deleted');
export const replyCreated = event<CommentWritten>('change-requests', 'comment_reply.created');
export const replyUpdated = event<CommentWritten>('change-requests', 'comment_reply.updated');
export const replyDeleted = event<CommentChanged>('change-requests', 'comment_reply.deleted');
