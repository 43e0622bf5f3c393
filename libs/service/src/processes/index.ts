export * from './end-with-parent';
export * from './lower-priority';
export * from './programs';
export { serveTasks, type TaskContext } from './workers/serve-tasks';
export { WorkerError, WorkerStartError, type WorkerFailure } from './workers/worker-error';
export { type PoolOptions, WorkerPool } from './workers/worker-pool';
export type { RunOptions } from './workers/worker-process';
