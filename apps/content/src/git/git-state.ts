import { JobInputError } from '@bindery/jobs';
import type { Head } from '../revisions/revision.repository';
import type { RevisionContent } from '../revisions/revision-content';
import { EMPTY_ROOT } from '../store/chunk';
import type { GitSyncInput } from './git-sync.job';
import type { SyncedState } from './git-sync.repository';

type Roots = Pick<RevisionContent, 'pages' | 'files' | 'reusableContents'>;

/** The state in which the space agreed with the very branch and folder that a synchronisation names. */
export function stateFor(input: GitSyncInput, state: SyncedState | undefined): SyncedState | undefined {
  return state && state.url === input.url && state.ref === input.ref && state.directory === input.directory
    ? state
    : undefined;
}

/** Whether the space was changed since; a space that never agreed with the branch was, unless it is empty. */
export function isChanged(head: Head, state: SyncedState | undefined): boolean {
  const { pages, files, reusableContents }: Roots = state ?? {
    pages: EMPTY_ROOT,
    files: EMPTY_ROOT,
    reusableContents: EMPTY_ROOT,
  };
  return head.pages !== pages || head.files !== files || head.reusableContents !== reusableContents;
}

/** Throws `JobInputError` for what happened before the state that is synchronised already. */
export function refuseOlder({ timestamp }: GitSyncInput, state: SyncedState | undefined): void {
  if (timestamp && state?.eventAt && new Date(timestamp) < state.eventAt)
    throw new JobInputError('A newer state has been synchronised already');
}
