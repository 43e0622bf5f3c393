import { JobInputError } from '@bindery/jobs';
import type { Head } from '../../revisions/revisions/revision.repository';
import type { DraftBranch } from '../../drafts/branches/branch.repository';
import type { RevisionContent } from '../../model/pages/revision-content';
import { EMPTY_ROOT } from '../../storage/store/chunk';
import type { GitSyncInput } from './git-sync.job';
import type { GitProposal, SyncedState } from './git-sync.repository';

type Roots = Pick<RevisionContent, 'pages' | 'files' | 'reusableContents'>;

/** The common state of the space with the same branch and folder that a synchronisation names. */
export function stateFor(input: GitSyncInput, state: SyncedState | undefined): SyncedState | undefined {
  return state && state.url === input.url && state.ref === input.ref && state.directory === input.directory
    ? state
    : undefined;
}

/** Whether the space was changed since; without a common state true unless the space is empty. */
export function isChanged(head: Head, state: SyncedState | undefined): boolean {
  const { pages, files, reusableContents }: Roots = state ?? {
    pages: EMPTY_ROOT,
    files: EMPTY_ROOT,
    reusableContents: EMPTY_ROOT,
  };
  return head.pages !== pages || head.files !== files || head.reusableContents !== reusableContents;
}

/** Whether only synchronisations have edited the branch of a change request that is not merged. */
export const isUntouched = (branch: DraftBranch | undefined, { edits, revision }: GitProposal): boolean =>
  branch !== undefined && !branch.merged && (edits === undefined ? branch.head === revision : branch.edits === edits);

/** Throws `JobInputError` when the space is synchronised with another folder of the same branch. */
export function refuseOtherFolder({ url, ref, directory }: GitSyncInput, state: SyncedState | undefined): void {
  if (!state || state.url !== url || state.ref !== ref || state.directory === directory) return;
  const name = (folder: string) => folder || 'absent';
  throw new JobInputError(
    `repoProjectDirectory is ${name(directory)}, but this space is synchronised with the folder ${name(state.directory)} of this branch. Send that folder, or set force to change it`,
  );
}

/** Throws `JobInputError` for an event from before the last synchronised state. */
export function refuseOlder({ timestamp }: GitSyncInput, state: SyncedState | undefined): void {
  if (timestamp && state?.eventAt && new Date(timestamp) < state.eventAt)
    throw new JobInputError('A newer state was already synchronised');
}
