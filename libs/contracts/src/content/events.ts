import { event } from '../core/event';
import type { MemberRole } from '../core/roles';
import type { FontDefinition } from './fonts.contract';
import type { OpenAPIErrorCode } from './openapi.contract';

/** The main branch of a space has a new revision at its head. */
export interface RevisionCreated {
  space: string;
  /** `main`; earlier releases also sent change requests, by their ids. */
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
interface AccessUpdated {
  target: { type: 'space' | 'collection'; id: string };
  users: string[];
  teams: string[];
  role: MemberRole | null;
}

export const accessUpdated = event<AccessUpdated>('content', 'access.updated');

/** A space or collection belongs to another organization now; what others of the old one had to do with it ends. */
export interface ContentTransferred {
  id: string;
  from: string;
  to: string;
}

export const spaceTransferred = event<ContentTransferred>('content', 'space.transferred');
export const collectionTransferred = event<ContentTransferred>('content', 'collection.transferred');

export interface CollectionDeleted {
  collection: string;
}

export const collectionDeleted = event<CollectionDeleted>('content', 'collection.deleted');
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
  /** The subject of the request when it was merged. */
  title: string;
}

export const branchMerged = event<BranchMerged>('content', 'branch.merged');

/** A space and a Git repository have been brought to the same state. */
export interface SpaceGitSynced {
  space: string;
  /** The revision that was made, or that was exported. */
  revision: string;
  commit: string;
  /** A change request of the same branch without an edit: there is nothing left to merge. */
  voided?: string;
}

export const spaceGitSynced = event<SpaceGitSynced>('content', 'space.git_synced');

/**
 * A space and a Git repository have both changed: what the repository holds has become the branch of a change request that
 * is still to be made, or has been brought into it.
 */
export interface SpaceGitConflicted extends SpaceGitSynced {
  changeRequest: string;
  ref: string;
  /** Of the commit. */
  message: string;
  /** Warnings for users before they merge it, a sentence each. */
  warnings?: string[];
}

export const spaceGitConflicted = event<SpaceGitConflicted>('content', 'space.git_conflicted');

/** The synchronisation of a space with a Git repository begins, or has ended without an effect. */
export interface SpaceGitSyncing {
  space: string;
  /** The head of the space at the time. */
  revision: string;
  /** That of the repository: what is brought in, or built upon. Absent where there is none, or it could not be read. */
  commit?: string;
}

export const spaceGitSyncStarted = event<SpaceGitSyncing>('content', 'space.git_sync_started');
export const spaceGitSyncFailed = event<SpaceGitSyncing>('content', 'space.git_sync_failed');

/** A font of an organization. */
export interface FontChanged {
  font: string;
}

export interface FontUpdated extends FontChanged {
  definition: FontDefinition;
}

export const fontUpdated = event<FontUpdated>('content', 'font.updated');
export const fontDeleted = event<FontChanged>('content', 'font.deleted');

/** The new state of an OpenAPI specification of an organization. */
export interface OpenApiSpecChanged {
  spec: string;
  slug: string;
}

interface OpenApiSpecUpdated extends OpenApiSpecChanged {
  /** The version that is the newest now. */
  specVersion: string;
}

/** The source could not be read; the versions from before stay. */
interface OpenApiSpecFailed extends OpenApiSpecChanged {
  code: OpenAPIErrorCode;
  /** The first of the errors. */
  message: string;
}

export const openApiSpecCreated = event<OpenApiSpecChanged>('content', 'openapi_spec.created');
export const openApiSpecUpdated = event<OpenApiSpecUpdated>('content', 'openapi_spec.updated');
export const openApiSpecFailed = event<OpenApiSpecFailed>('content', 'openapi_spec.failed');
export const openApiSpecDeleted = event<OpenApiSpecChanged>('content', 'openapi_spec.deleted');
