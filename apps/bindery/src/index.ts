export * from './definitions';
export * from './start-platform';
