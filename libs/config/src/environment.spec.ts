import { environmentOf, sharedEnvironment } from './index';

const environments = [
  ['gateway', { PORT: '1', NATS_USER: 'gateway', LOG_LEVEL: 'info' }],
  ['content', { PORT: '1', NATS_USER: 'content', LOG_LEVEL: 'info', DATABASE_URL: 'postgres://content' }],
  ['ai-jobs', { PORT: '1', NATS_USER: 'ai-jobs', LOG_LEVEL: 'info', DATABASE_URL: 'postgres://ai', MODEL_URL: 'm' }],
] as const;

it('gives each service of a process the settings that it would have in one of its own', () => {
  const shared = sharedEnvironment(environments);
  expect(shared).toEqual({
    PORT: '1',
    LOG_LEVEL: 'info',
    GATEWAY_NATS_USER: 'gateway',
    CONTENT_NATS_USER: 'content',
    CONTENT_DATABASE_URL: 'postgres://content',
    AI_JOBS_NATS_USER: 'ai-jobs',
    AI_JOBS_DATABASE_URL: 'postgres://ai',
    AI_JOBS_MODEL_URL: 'm',
  });
  for (const [name, env] of environments) expect(environmentOf(name, shared)).toMatchObject(env);
});

it('gives a setting of one service to no other', () => {
  const shared = sharedEnvironment([
    ['gateway', {}],
    ['content', { DATABASE_POOL: '3' }],
  ]);
  expect(environmentOf('content', shared).DATABASE_POOL).toBe('3');
  expect(environmentOf('gateway', shared)).not.toHaveProperty('DATABASE_POOL');
});

it('prefers what a service has for itself', () => {
  expect(environmentOf('sites', { DATABASE_POOL: '8', SITES_DATABASE_POOL: '2' }).DATABASE_POOL).toBe('2');
  expect(environmentOf('content', { DATABASE_POOL: '8', SITES_DATABASE_POOL: '2' }).DATABASE_POOL).toBe('8');
});
