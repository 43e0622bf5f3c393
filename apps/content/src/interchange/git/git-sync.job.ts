import type { GitDirection, GitInfo, GitStage, ImportProblem } from '@bindery/contracts';
import type { JobEntity, JobKind } from '@bindery/jobs';

export interface GitSyncInput {
  direction: GitDirection;
  space: string;
  user: string;
  /** Without user name and password. */
  url: string;
  /** Sealed value of the header `Authorization`. */
  authorization?: string;
  /** A branch or tag, without `refs/`. */
  ref: string;
  /** The space's folder in the repository; empty for its top. */
  directory: string;
  commitUrl?: string;
  /** ISO 8601. */
  timestamp?: string;
  force: boolean;
  /** Whether the merge rules let an import merge what differs without a change request; absent in older rows: they do not. */
  merges?: boolean;
  standalone: boolean;
  /** Of an export. */
  message?: string;
  info: GitInfo;
}

export interface GitSyncProgress {
  stage: GitStage;
}

export interface GitSyncResult {
  commit: string;
  revision: string;
  /** What the import became because both sides had changed. */
  changeRequest?: string;
  /** Absent in what was stored before problems were told. */
  problems?: ImportProblem[];
}

export const gitSyncJob: JobKind<GitSyncInput, GitSyncProgress, GitSyncResult> = {
  name: 'git.sync',
  attempts: 5,
  isKept: true,
};

export type GitSyncJob = JobEntity<GitSyncInput, GitSyncProgress | Record<string, never>, GitSyncResult>;

/** Tells that a synchronisation begins, with the newest commit of the repository where there is one. */
export type BeginSync = (commit?: string) => Promise<void>;
