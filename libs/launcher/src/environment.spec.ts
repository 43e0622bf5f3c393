import { PROCESSES } from './services';
import { type Connections, externalNats, serviceEnvironment } from './environment';

const connections: Connections = {
  nats: { url: 'nats://127.0.0.1:4222', user: 'content', password: 'secret' },
  database: { databaseUrl: 'postgres://app@db/bindery', migrationDatabaseUrl: 'postgres://owner@db/bindery' },
  storageUrl: 'file:///files',
  host: '127.0.0.1',
  secretKeys: { SECRET_KEY: 'key' },
  signingKeys: { own: 'own', verifying: 'gateway=key' },
  publicUrl: 'http://127.0.0.1:4000',
  compileCache: '/cache',
};

it('gives a service its own connections and the settings of its user', () => {
  const caller = { PATH: '/bin', SIGN_UP: 'open', LOG_LEVEL: 'debug' };
  expect(serviceEnvironment('identity', 5001, connections, caller)).toEqual({
    ...caller,
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: '/cache',
    PORT: '5001',
    HOST: '127.0.0.1',
    DATABASE_URL: 'postgres://app@db/bindery',
    MIGRATION_DATABASE_URL: 'postgres://owner@db/bindery',
    NATS_URL: 'nats://127.0.0.1:4222',
    NATS_USER: 'content',
    NATS_PASSWORD: 'secret',
    STORAGE_URL: 'file:///files',
    SECRET_KEY: 'key',
    SIGNING_KEY: 'own',
    VERIFYING_KEYS: 'gateway=key',
    PUBLIC_URL: 'http://127.0.0.1:4000',
  });
});

it('gives a service the settings that begin with its name', () => {
  const caller = { DATABASE_POOL: '8', CONTENT_DATABASE_POOL: '16', CONTENT_DATABASE_URL: 'postgres://root@db' };
  expect(serviceEnvironment('content', 5001, connections, caller)).toMatchObject({
    DATABASE_POOL: '16',
    DATABASE_URL: 'postgres://app@db/bindery',
  });
  expect(serviceEnvironment('sites', 5001, connections, caller).DATABASE_POOL).toBe('8');
});

it("keeps the administrator's address and unrelated variables of the caller from a service", () => {
  const caller = {
    DATABASE_URL: 'postgres://root:root@db/postgres',
    NATS_URL: 'nats://root@x',
    GITHUB_TOKEN: 'x',
    npm_config_x: 'y',
  };
  const env = serviceEnvironment('identity', 5001, connections, caller);
  expect(JSON.stringify(env)).not.toMatch(/root|GITHUB_TOKEN|npm_config/);
});

it('passes keys and addresses of other servers only to the service that uses them', () => {
  const caller = { MODEL_KEY: 'k1', LIBRETRANSLATE_KEY: 'k2', OUTBOUND_ALLOW: '10.0.0.0/8', CORS_ORIGINS: '*' };
  const read = PROCESSES.map((name) => {
    const env = serviceEnvironment(name, 5001, connections, caller);
    return [name, Object.keys(caller).filter((setting) => setting in env)];
  });
  expect(Object.fromEntries(read)).toEqual({
    gateway: ['CORS_ORIGINS'],
    identity: ['OUTBOUND_ALLOW'],
    content: ['OUTBOUND_ALLOW'],
    'change-requests': [],
    sites: [],
    integrations: ['OUTBOUND_ALLOW'],
    'ai-jobs': ['MODEL_KEY', 'LIBRETRANSLATE_KEY'],
  });
});

it('passes the mail server only to the services that send mails', () => {
  const caller = { MAIL_URL: 'smtp://user:secret@mail.example.com', MAIL_FROM: 'docs@example.com' };
  expect(serviceEnvironment('identity', 5001, connections, caller)).not.toHaveProperty('MAIL_URL');
  const env = serviceEnvironment('identity', 5001, { ...connections, mailUrl: caller.MAIL_URL }, caller);
  expect(env).toMatchObject(caller);
});

it('gives the gateway no database', () => {
  const env = serviceEnvironment(
    'gateway',
    4000,
    { ...connections, database: undefined },
    { DATABASE_URL: 'postgres://root@db/postgres' },
  );
  expect(Object.keys(env)).not.toContain('DATABASE_URL');
  expect(Object.keys(env)).not.toContain('MIGRATION_DATABASE_URL');
});

it.each([
  ['nats://n:4222', { url: 'nats://n:4222' }],
  ['n:4222', { url: 'nats://n:4222' }],
  ['tls://me:a%40b@n:4222', { url: 'tls://n:4222', user: 'me', password: 'a@b' }],
])('reads the user of %s', (url, login) => expect(externalNats(url)).toEqual(login));
