export * from './job-queue';
export * from './job-worker';
export * from './job.entity';
export * from './jobs-table.migration';
