export * from './health-server';
export * from './logger';
export * from './metrics';
export * from './metrics-server';
export * from './nest-logger';
export * from './request-context';
export * from './span';
export * from './tracing';
