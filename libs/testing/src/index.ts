export { testServers } from './embedded/broker-client';
export * from './embedded/template-database';
export * from './embedded/test-nats';
export * from './platform';
export * from './shared-platform';
export * from './public-shapes';
export * from './people';
export * from './api-caller';
export { GitServer } from './git-server';
