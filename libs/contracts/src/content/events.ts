import { event } from '../core/event';

/** A branch of a space has a new revision at its head. */
export interface RevisionCreated {
  space: string;
  /** `main`, or the id of a change request. */
  branch: string;
  revision: string;
  /** The head before; null for the first. */
  previous: string | null;
}

export const revisionCreated = event<RevisionCreated>('content', 'revision.created');
