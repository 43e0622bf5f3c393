export * from './job-errors';
export * from './job-queue';
export * from './list-jobs';
export { isWaiting } from './job-lease';
export * from './job-worker';
export * from './job.entity';
export * from './jobs.module';
export * from './jobs-table.migration';
export * from './job-handler';
