import type { GitDirection, GitInfo, GitStage, ImportProblem } from '@bindery/contracts';
import type { JobEntity, JobKind } from '@bindery/jobs';

export interface GitSyncInput {
  direction: GitDirection;
  space: string;
  user: string;
  /** Without user name and password. */
  url: string;
  /** Encrypted value of the header `Authorization`. */
  authorization?: string;
  /** A branch or tag, without `refs/`. */
  ref: string;
  /** The space's folder in the repository; empty for its top. */
  directory: string;
  commitUrl?: string;
  /** ISO 8601. */
  timestamp?: string;
  force: boolean;
  /** Whether the merge rules let an import merge the differences without a change request; absent in older rows: they do not. */
  merges?: boolean;
  standalone: boolean;
  /** Only for an export. */
  message?: string;
  info: GitInfo;
}

/** A commit that an export pushes. */
export interface GitPush {
  commit: string;
  /** The revision with the content of the commit. */
  revision: string;
  /** The commit of the last common state; null where there was none. */
  since: string | null;
}

export interface GitSyncProgress {
  stage: GitStage;
  /** Stored before the push, so that a later export recognizes a commit whose push was not recorded. */
  pushed?: GitPush;
}

export interface GitSyncResult {
  commit: string;
  revision: string;
  /** The change request that the import created because both sides had changed. */
  changeRequest?: string;
  /** Absent in results from before problems were recorded. */
  problems?: ImportProblem[];
}

export const gitSyncJob: JobKind<GitSyncInput, GitSyncProgress, GitSyncResult> = {
  name: 'git.sync',
  attempts: 5,
  isKept: true,
};

export type GitSyncJob = JobEntity<GitSyncInput, GitSyncProgress | Record<string, never>, GitSyncResult>;

/** Reports the start of a synchronisation, with the newest commit of the repository if there is one. */
export type BeginSync = (commit?: string) => Promise<void>;
