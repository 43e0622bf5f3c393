export * from './database';
export * from './database-errors';
export * from './ids';
export * from './migrate';
export * from './paginate';
export * from './persistence.module';
export * from './shared-transactions';
export { NotShared } from './sharing';
export * from './values';
