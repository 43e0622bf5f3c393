export * from './connection-settings';
export * from './environment';
export * from './nats-names';
export * from './platform-hosts';
export * from './process-keys';
export * from './read-config';
export * from './service-settings';
export * from './session-limits';
