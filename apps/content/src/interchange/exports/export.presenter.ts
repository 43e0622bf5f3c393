import { composed, type SpaceExportRun, type User } from '@bindery/contracts';
import { statuses } from '../imports/import.presenter';
import type { ExportJob } from './export.job';

const nothingYet = { pages: { total: 0, done: 0 }, files: { total: 0, done: 0 } };

/** `url` is the address of the zip file, if it exists. */
export function presentExport(job: ExportJob, url: string | undefined): SpaceExportRun {
  const { id, state, progress, error, input } = job;
  return {
    object: 'space-export-run',
    id,
    status: statuses[state],
    revision: input.revision.id,
    createdBy: composed<User>(input.user),
    createdAt: job.createdAt.toISOString(),
    ...(job.startedAt && { startedAt: job.startedAt.toISOString() }),
    ...(job.endedAt && { completedAt: job.endedAt.toISOString() }),
    progress: { ...nothingYet, ...progress },
    ...(url && { url }),
    ...(state === 'failed' && error && { error }),
  };
}
