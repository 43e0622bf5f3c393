export * from './run-process';
export * from './start-service';
