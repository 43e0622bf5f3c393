import * as contracts from '@bindery/contracts';
import type { Head } from '../../revisions/revisions/revision.repository';
import type { GitSyncInput } from './git-sync.job';

type SyncedHead = Pick<Head, 'spaceId' | 'organizationId'>;

/** `commit` is that of the repository; absent where there is none, or it could not be read. */
export const spaceGitSyncStarted = (head: Head, input: GitSyncInput, commit?: string) =>
  contracts.spaceGitSyncStarted({ ...contentOf(head, input), payload: syncing(head, commit) });

export const spaceGitSyncFailed = (head: Head, input: GitSyncInput, commit?: string) =>
  contracts.spaceGitSyncFailed({ ...contentOf(head, input), payload: syncing(head, commit) });

export const spaceGitSynced = (
  head: SyncedHead,
  input: GitSyncInput,
  synced: Omit<contracts.SpaceGitSynced, 'space'>,
) => contracts.spaceGitSynced({ ...contentOf(head, input), payload: { space: head.spaceId, ...synced } });

export const spaceGitConflicted = (
  head: SyncedHead,
  input: GitSyncInput,
  proposed: Omit<contracts.SpaceGitConflicted, 'space' | 'ref'>,
) =>
  contracts.spaceGitConflicted({
    ...contentOf(head, input),
    payload: { space: head.spaceId, ref: input.ref, ...proposed },
  });

const contentOf = ({ spaceId, organizationId }: SyncedHead, { user }: GitSyncInput) => ({
  organization: organizationId,
  aggregate: spaceId,
  version: 1,
  actor: user,
});

const syncing = ({ spaceId, id }: Head, commit?: string): contracts.SpaceGitSyncing => ({
  space: spaceId,
  revision: id,
  ...(commit && { commit }),
});
