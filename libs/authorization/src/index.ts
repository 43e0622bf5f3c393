export * from './levels';
export * from './permissions';
export * from './integration-scopes';
export * from './scope';
