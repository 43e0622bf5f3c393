import type { GitInfo, SpaceGitSync } from '@bindery/contracts';

/** The repository that a space is synchronized with, as the table `git_sync` has it. */
export interface SyncedRepository {
  url: string;
  info: GitInfo;
  /** Absent until the first synchronization succeeded. */
  updatedAt?: Date | string;
}

export function presentGitSync({ url, info, updatedAt }: SyncedRepository): SpaceGitSync {
  return { ...info, url: info.url ?? url, ...(updatedAt && { updatedAt: new Date(updatedAt).toISOString() }) };
}
