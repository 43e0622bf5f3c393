export * from './batch-loader';
