export * from './file-source';
export * from './paths';
export * from './problem';
export * from './repository-tree';
export * from './settings';
export * from './slug';
export * from './space-tree';
export * from './summary';
