export * from './end-with-parent';
export * from './lower-priority';
export * from './programs';
export { fittingLimits, memoryForWorkers, type PoolLimits } from './workers/pool-limits';
export { serveTasks } from './workers/serve-tasks';
export { WorkerError, WorkerStartError } from './workers/worker-error';
export { type PoolOptions, WorkerPool } from './workers/worker-pool';
export type { RunOptions } from './workers/worker-process';
