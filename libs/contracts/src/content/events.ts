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
