export * from './levels';
export * from './merge-rules';
export * from './permissions';
export * from './scope';
export * from './token-scopes';
export * from './integration-scopes';
