import type { GitSyncOperation, GitSyncState } from '@bindery/contracts';
import { presentGitSync } from '../../catalog/spaces/git-sync.presenter';
import type { GitSyncJob } from './git-sync.job';
import type { SyncedState } from './git-sync.repository';

/** At least one of the two is present. */
export function presentGitState(state: SyncedState | undefined, job: GitSyncJob | null): GitSyncState {
  return {
    ...presentGitSync(state ?? job!.input),
    ...(job && { operation: presentOperation(job) }),
  };
}

const states = {
  pending: 'running',
  running: 'running',
  completed: 'success',
  failed: 'failure',
  cancelled: 'failure',
} as const;

function presentOperation(job: GitSyncJob): GitSyncOperation {
  const { state, input, progress, result, createdAt, startedAt, endedAt, error } = job;
  const operation = states[state];
  return {
    state: operation,
    direction: input.direction,
    stage: operation === 'success' ? 'finalize' : (progress.stage ?? 'repo_fetch'),
    dispatchedTasks: 1,
    completedTasks: operation === 'success' ? 1 : 0,
    startedAt: (startedAt ?? createdAt).toISOString(),
    updatedAt: (endedAt ?? startedAt ?? createdAt).toISOString(),
    ...(endedAt && { completedAt: endedAt.toISOString() }),
    ...(operation === 'failure' && { error: error ?? 'It was stopped' }),
    ...(result?.changeRequest && { changeRequest: result.changeRequest }),
    ...(result?.problems && result.problems.length > 0 && { problems: result.problems }),
  };
}
