import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { aiJobsSettings } from '@bindery/ai-jobs';
import { definitionOf, startBeside } from '@bindery/bindery';
import { changeRequestsSettings } from '@bindery/change-requests';
import { serviceSettings, type Setting } from '@bindery/config';
import { contentSettings } from '@bindery/content';
import { gatewaySettings, start as startGateway } from '@bindery/gateway';
import { identitySettings } from '@bindery/identity';
import { integrationsSettings, runtimeProcessSettings, startRuntime } from '@bindery/integrations';
import { Nats } from '@bindery/messaging';
import type { Logger } from '@bindery/observability';
import { migrateService } from '@bindery/service';
import { sitesSettings } from '@bindery/sites';
import {
  platformDatabase,
  secretSettings,
  signingSettings,
  testNats,
  until,
  type PlatformDatabase,
  type TestNats,
} from '@bindery/testing';
import { freePorts, prepareNats, preparePostgres, PROCESSES, settingsOf, type ServiceName } from '@bindery/launcher';
import { wrongSettings } from './setting-rows';

type Env = Record<string, string>;
type Settings = Record<string, Setting<unknown>>;

const ofProcesses: Record<(typeof PROCESSES)[number] | 'runtime', Settings> = {
  gateway: gatewaySettings,
  identity: { ...serviceSettings, ...identitySettings },
  content: { ...serviceSettings, ...contentSettings },
  'change-requests': { ...serviceSettings, ...changeRequestsSettings },
  sites: { ...serviceSettings, ...sitesSettings },
  integrations: { ...serviceSettings, ...integrationsSettings },
  'ai-jobs': { ...serviceSettings, ...aiJobsSettings },
  runtime: runtimeProcessSettings,
};

const cases = Object.entries(ofProcesses).flatMap(([name, settings]) =>
  Object.keys(settings).flatMap((setting) => {
    const row = wrongSettings[setting];
    return row && row !== 'any text' ? [[name, setting, ...row] as const] : [];
  }),
);

const folder = mkdtempSync(join(tmpdir(), 'bindery-settings-'));
let database: PlatformDatabase;
let nats: TestNats;
let closed: number;

beforeAll(async () => {
  [database, nats, [closed]] = (await Promise.all([platformDatabase({}), testNats(), freePorts(1)])) as [
    PlatformDatabase,
    TestNats,
    [number],
  ];
});
afterAll(async () => {
  await nats?.close();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

it('has a row for each setting of each process, and none for a setting that there is not', () => {
  const settings = new Set(Object.values(ofProcesses).flatMap((process) => Object.keys(process)));
  expect(Object.keys(wrongSettings).sort()).toEqual([...settings].sort());
  for (const name of PROCESSES)
    expect(Object.keys({ ...serviceSettings, ...ofProcesses[name] })).toEqual(
      expect.arrayContaining([...settingsOf(name)]),
    );
});

it.each(cases)('%s names %s in the first line where it is %j', async (name, setting, value, remedy) => {
  const [line] = (await failureOf(name, { [setting]: value })).split('\n');
  expect(line).toMatch(new RegExp(`^${setting} `));
  expect(line).toContain(remedy);
});

describe('an address that cannot be connected to', () => {
  const changed = (change: (url: URL) => void) => {
    const url = new URL(database.of('sites').databaseUrl);
    change(url);
    return url.href;
  };
  const refusing = () => changed((url) => (url.port = String(closed)));

  it.each<[string, () => string, RegExp]>([
    ['a port where nothing listens', refusing, /^DATABASE_URL names 127\.0\.0\.1:\d+, which refuses connections: /],
    [
      'no host',
      () => changed((url) => (url.hostname = 'nowhere.invalid')),
      /^DATABASE_URL names nowhere\.invalid.*: set /,
    ],
    ['a wrong password', () => changed((url) => (url.password = 'wrong')), /^DATABASE_URL names .*password: set /],
    [
      'no database',
      () => changed((url) => (url.pathname = '/none')),
      /^DATABASE_URL names .*\/none, .* no such database: set /,
    ],
  ])('of Postgres: %s', async (_, url, says) => {
    expect((await failureOf('sites', { DATABASE_URL: url() })).split('\n')[0]).toMatch(says);
  });

  it('of Postgres, for a migration and for what npm start is given', async () => {
    const MIGRATION_DATABASE_URL = refusing();
    const migration = migrateService(await definitionOf('sites', {}), { MIGRATION_DATABASE_URL });
    await expect(migration).rejects.toThrow(/^MIGRATION_DATABASE_URL names .* refuses connections: /);
    await expect(preparePostgres(refusing(), { secrets: { roles: {} } } as never)).rejects.toThrow(
      /^DATABASE_URL names .* refuses connections: /,
    );
    await expect(preparePostgres('localhost', { secrets: { roles: {} } } as never)).rejects.toThrow(
      /^DATABASE_URL must be a URL such as postgres:/,
    );
    const unreachable = prepareNats(`nats://127.0.0.1:${closed}`, {} as never);
    await expect(unreachable).rejects.toThrow(/^NATS_URL names .* refuses connections: /);
    const address = nats.user('sites').servers.replace(/^nats:\/\//, '');
    await expect(prepareNats(`nats://nobody:wrong@${address}`, {} as never)).rejects.toThrow(
      /^NATS_URL names .* refuses the user: set /,
    );
  });

  it('of NATS is waited for, as the log says', async () => {
    const warnings: string[] = [];
    const logger = { warn: (...words: unknown[]) => warnings.push(String(words.at(-1))) } as unknown as Logger;
    const { user, pass, servers } = nats.user('sites');
    const login = { NATS_URL: `nats://127.0.0.1:${closed}`, NATS_USER: user, NATS_PASSWORD: pass };
    const connecting = Nats.connect('sites', login, logger);
    await until(() => Promise.resolve(warnings.length > 0));
    expect(warnings[0]).toMatch(/^NATS_URL is not reached yet: set /);
    const [host, port] = servers.replace(/^\w+:\/\//, '').split(':') as [string, string];
    const proxy = createServer((socket) => {
      const upstream = connect(Number(port), host);
      socket.pipe(upstream).pipe(socket);
      for (const each of [socket, upstream]) each.on('error', () => undefined);
    }).listen(closed, '127.0.0.1');
    await once(proxy, 'listening');
    await (await connecting).close();
    proxy.close();
  });
});

it.each<[string, Env, RegExp]>([
  ['gateway', { PUBLIC_URL: '' }, /^PUBLIC_URL is missing: set it to /],
  ['content', { DATABASE_URL: '' }, /^DATABASE_URL is missing: set it to /],
  ['integrations', { RUNTIME_URL: 'http://runtime:8080' }, /^RUNTIME_KEY is missing: .*set it to /],
  ['runtime', { RUNTIME_KEY: '' }, /^RUNTIME_KEY is missing: set it to /],
  ['ai-jobs', { MODEL_URL: 'http://model/v1' }, /^MODEL_NAME is missing: set it to /],
  ['ai-jobs', { TRANSLATION_PROVIDER: 'model' }, /^MODEL_URL is missing: set it to /],
  ['ai-jobs', { TRANSLATION_PROVIDER: 'libretranslate' }, /^LIBRETRANSLATE_URL is missing: set it to /],
  [
    'identity',
    { NATS_CA: '/nowhere/ca.crt', NATS_URL: 'tls://nats:4222' },
    /^NATS_CA names a file that cannot be read/,
  ],
  ['identity', { NATS_URL: 'nats://user:password@nats:4222' }, /^NATS_URL .* set NATS_USER and NATS_PASSWORD/],
  [
    'identity',
    { STORAGE_URL: 's3://bucket?region=x&size=y' },
    /^STORAGE_URL has the unknown parameter size: it takes /,
  ],
  ['identity', { STORAGE_URL: 's3://key:secret@bucket' }, /^STORAGE_URL .* set AWS_ACCESS_KEY_ID/],
  ['identity', { STORAGE_URL: 'file://files' }, /^STORAGE_URL must be file:\/\/\/folder/],
  ['identity', { MAIL_URL: 'file://mails' }, /^MAIL_URL must be /],
])('%s says what belongs together: %j', async (name, change, says) => {
  expect((await failureOf(name, change)).split('\n')[0]).toMatch(says);
});

it('reports all wrong settings at once, each on a line of its own', async () => {
  const lines = (await failureOf('gateway', { PUBLIC_URL: 'nowhere', RATE_LIMIT: 'maybe' })).split('\n');
  expect(lines.map((line) => line.split(' ')[0])).toEqual(['PUBLIC_URL', 'RATE_LIMIT']);
});

it('says that a port is taken', async () => {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await failureOf('gateway', { PORT: String(port) })).toMatch(
    /^PORT is \d+, on which another program listens: set another port/,
  );
  expect(await failureOf('runtime', { PORT: String(port) })).toMatch(
    /^PORT is \d+, on which another program listens: set another port/,
  );
  server.close();
});

/** The error of a process that is started with one setting changed; fails when it starts all the same. */
async function failureOf(name: string, change: Env): Promise<string> {
  const env = { ...environmentOf(name), ...change };
  const starting =
    name === 'gateway'
      ? startGateway(env)
      : name === 'runtime'
        ? startRuntime(env)
        : startBeside(name as ServiceName, env);
  const outcome = await starting.then(
    async (running) => {
      await running.close();
      return undefined;
    },
    (error: Error) => error.message,
  );
  if (outcome === undefined) throw new Error(`${name} starts with ${JSON.stringify(change)}`);
  return outcome;
}

function environmentOf(name: string): Env {
  const common = { PORT: '0', PUBLIC_URL: 'http://docs.example.com', LOG_LEVEL: 'silent' };
  if (name === 'runtime') return { ...common, RUNTIME_KEY: 'key' };
  const { servers, user, pass } = nats.user(name as ServiceName);
  return {
    ...common,
    NATS_URL: servers,
    NATS_USER: user,
    NATS_PASSWORD: pass,
    ...signingSettings(name as ServiceName),
    ...secretSettings(name as ServiceName),
    STORAGE_URL: pathToFileURL(folder).href,
    ...(name !== 'gateway' && { DATABASE_URL: database.of(name as ServiceName).databaseUrl }),
  };
}
