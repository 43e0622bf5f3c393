import { JobEntity, JobQueue, listJobs, type JobState } from '@bindery/jobs';
import { OperatorError, type OperatorCommand, type OperatorTools } from './operator-command';

/** Rows that a list shows. */
const most = 200;
const states: readonly JobState[] = ['pending', 'running', 'completed', 'failed', 'cancelled'];

export const jobsList: OperatorCommand = {
  name: 'jobs list',
  usage: `[--state ${states.join('|')}] [--kind <kind>]`,
  options: ['state', 'kind'],
  async run(tools, { options: { state, kind } }) {
    if (state !== undefined && !isState(state)) throw new OperatorError(`--state must be one of ${states.join(', ')}`);
    const rows = hasJobs(tools) ? await listJobs(tools.db, { state, kind }, most) : [];
    return {
      rows: rows.map((row) => ({ ...row })),
      summary: `${rows.length}${rows.length === most ? ' or more' : ''} jobs`,
      next: rows.length > 0 ? 'the log of the service has the details under the id of a job' : undefined,
    };
  },
};

export const jobsCancel: OperatorCommand = {
  name: 'jobs cancel',
  usage: '<id>',
  arguments: [1, 1],
  async run(tools, { args: [id = ''] }) {
    const cancelled = hasJobs(tools) && (await new JobQueue(tools.db).cancel(id));
    return {
      rows: cancelled ? [{ id, state: 'cancelled' }] : [],
      summary: cancelled ? `${id} is cancelled; a worker that has it stops at its next step` : `no job ${id} to cancel`,
      failed: !cancelled,
    };
  },
};

const isState = (text: string): text is JobState => (states as readonly string[]).includes(text);

const hasJobs = ({ definition }: OperatorTools): boolean => definition.entities.includes(JobEntity);
