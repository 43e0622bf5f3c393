export * from './read-config';
export * from './service-settings';
