export * from './read-config';
export * from './service-settings';
export * from './session-limits';
