import { event } from '../core/event';
import type { MemberRole } from '../core/roles';

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

/** Roles of users and teams on a space or collection were given, changed or, with a role of null, taken away. */
export interface AccessUpdated {
  target: { type: 'space' | 'collection'; id: string };
  users: string[];
  teams: string[];
  role: MemberRole | null;
}

export const accessUpdated = event<AccessUpdated>('content', 'access.updated');
