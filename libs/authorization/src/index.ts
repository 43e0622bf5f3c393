export * from './levels';
export * from './permissions';
export * from './scope';
export * from './integration-scopes';
