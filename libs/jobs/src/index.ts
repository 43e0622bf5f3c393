export * from './job-errors';
export * from './job-queue';
export * from './job-worker';
export * from './job.entity';
export * from './jobs.module';
export * from './jobs-table.migration';
export * from './works';
