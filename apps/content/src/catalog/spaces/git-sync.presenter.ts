import type { GitInfo, SpaceGitSync } from '@bindery/contracts';

/** The repository that a space is synchronized with, as in the table `git_sync`. */
export interface SyncedRepository {
  url: string;
  info: GitInfo;
  /** Absent until the first synchronization succeeded. */
  updatedAt?: Date | string;
}

export function presentGitSync({ url, info, updatedAt }: SyncedRepository): SpaceGitSync {
  return { ...info, url: info.url ?? url, ...(updatedAt && { updatedAt: new Date(updatedAt).toISOString() }) };
}
