export * from './migrate-service';
export * from './run-process';
export * from './start-service';
