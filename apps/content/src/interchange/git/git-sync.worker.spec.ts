import { spaceGitSyncFailed, spaceGitSyncStarted, type NewEvent } from '@bindery/contracts';
import { JobInputError, type JobContext } from '@bindery/jobs';
import type { Outbox } from '@bindery/messaging';
import type { Database } from '@bindery/persistence';
import type { Head, RevisionRepository } from '../../revisions/revisions/revision.repository';
import type { GitExport } from './git-export';
import type { GitImport } from './git-import';
import type { BeginSync, GitSyncInput, GitSyncProgress, GitSyncResult } from './git-sync.job';
import { GitSyncWorker } from './git-sync.worker';

const [started, failed] = [spaceGitSyncStarted.type, spaceGitSyncFailed.type];
const input = { direction: 'import', space: 'space', user: 'user' } as GitSyncInput;
const head = { id: 'revision', spaceId: 'space', organizationId: 'organization' } as Head;

/** A worker whose imports do as `work` says, and the events that it emits. */
function workerOf(work: (begin: BeginSync) => Promise<GitSyncResult>) {
  const events: [type: string, commit?: string][] = [];
  const add = (event: NewEvent) => {
    events.push([event.kind.type, (event.payload as { commit?: string }).commit]);
    return Promise.resolve();
  };
  const worker = new GitSyncWorker(
    { headOf: () => Promise.resolve(head) } as unknown as RevisionRepository,
    { run: (...[, , , begin]: Parameters<GitImport['run']>) => work(begin) } as unknown as GitImport,
    {} as GitExport,
    { add } as unknown as Outbox,
    { transaction: (run: () => Promise<void>) => run() } as unknown as Database,
  );
  const attempt = (number: number, signal = new AbortController().signal) =>
    worker.sync(input, { attempt: number, signal } as JobContext<GitSyncProgress>);
  return { worker, events, attempt };
}

const failing = (error: Error) =>
  workerOf(async (begin) => {
    await begin('commit');
    throw error;
  });

it('reports the start of the first attempt alone', async () => {
  const { attempt, events } = failing(new Error('The storage is away'));
  for (const number of [1, 2]) await expect(attempt(number)).rejects.toThrow('away');
  expect(events).toEqual([[started, 'commit']]);
});

it.each([
  ['the last attempt', 5, new Error('The storage is away')],
  ['an attempt whose input is at fault', 2, new JobInputError('There is no such branch')],
])('reports the failure of %s', async (_, number, error) => {
  const { attempt, events } = failing(error);
  await expect(attempt(number)).rejects.toBe(error);
  expect(events).toEqual([[failed, 'commit']]);
});

it('reports the start before the failure, also of a repository that could not be read', async () => {
  const { attempt, events } = workerOf(() => Promise.reject(new JobInputError('It is not public')));
  await expect(attempt(1)).rejects.toThrow('not public');
  expect(events.map(([type]) => type)).toEqual([started, failed]);
});

it('reports nothing of a job that another worker has', async () => {
  const { attempt, events } = workerOf(() => Promise.reject(new Error('Aborted')));
  await expect(attempt(5, AbortSignal.abort())).rejects.toThrow('Aborted');
  expect(events).toEqual([]);
});

it('reports the failure of a job that is given up', async () => {
  const { worker, events } = failing(new Error('Never thrown'));
  await worker.giveUp(input);
  expect(events).toEqual([[failed, undefined]]);
});
