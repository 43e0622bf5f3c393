export * from './levels';
export * from './permissions';
