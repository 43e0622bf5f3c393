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

/** A space was deleted, restored or removed for good. */
export interface SpaceLifecycle {
  space: string;
}

export const spaceDeleted = event<SpaceLifecycle>('content', 'space.deleted');
export const spaceRestored = event<SpaceLifecycle>('content', 'space.restored');
export const spacePurged = event<SpaceLifecycle>('content', 'space.purged');

export interface SpaceVisibilityUpdated {
  space: string;
  previousVisibility: string;
  visibility: string;
}

export const spaceVisibilityUpdated = event<SpaceVisibilityUpdated>('content', 'space.visibility_updated');

/** The branch of a change request has a new revision. */
export interface BranchEdited {
  space: string;
  changeRequest: string;
  revision: string;
  /** The user who edited it. */
  actor: string;
}

export const branchEdited = event<BranchEdited>('content', 'branch.edited');

/** The branch of a change request became part of main. */
export interface BranchMerged extends BranchEdited {
  /** What the request was about when it was merged. */
  title: string;
}

export const branchMerged = event<BranchMerged>('content', 'branch.merged');
