import { composed, type ImportRun, type ImportStatus, type User } from '@bindery/contracts';
import type { JobState } from '@bindery/jobs';
import type { ImportJob } from './import.job';

export const statuses: Record<JobState, ImportStatus> = {
  pending: 'pending',
  running: 'in-progress',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
};

const nothingYet = { pages: { total: 0, done: 0 }, files: { total: 0, done: 0 } };

export function presentImport(job: ImportJob): ImportRun {
  const { id, state, progress, result, error, input } = job;
  return {
    object: 'content-import-run',
    id,
    status: statuses[state],
    createdBy: composed<User>(input.user),
    createdAt: job.createdAt.toISOString(),
    ...(job.startedAt && { startedAt: job.startedAt.toISOString() }),
    ...(job.endedAt && { completedAt: job.endedAt.toISOString() }),
    progress: { ...nothingYet, ...progress },
    spaces: result?.spaces ?? [],
    ...(result?.site && { site: result.site }),
    problems: result?.problems ?? [],
    ...(state === 'failed' && error && { error }),
  };
}
