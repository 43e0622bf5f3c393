export * from './seal';
export * from './token';
