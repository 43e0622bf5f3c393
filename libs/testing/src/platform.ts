import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RunningGateway } from '@bindery/gateway';
import type { Clock, RunningService, ServiceDefinition } from '@bindery/service';
import type { PlatformAddresses, ServiceDatabase, ServiceName } from '@bindery/tools';
import { platformDatabase } from './embedded/template-database';
import { testNats } from './embedded/test-nats';

type Env = Record<string, string>;

/** What each service is made of with its settings. Loaded when a platform of one's own is asked for: all of it takes seconds, and most test files do without. */
const definitions: Record<ServiceName, () => Promise<(env: Env) => ServiceDefinition>> = {
  identity: async () => (await import('@bindery/identity')).identity,
  content: async () => (await import('@bindery/content')).content,
  'change-requests': async () => (await import('@bindery/change-requests')).changeRequests,
  sites: async () => (await import('@bindery/sites')).sites,
  integrations: async () => (await import('@bindery/integrations')).integrations,
  'ai-jobs': async () => (await import('@bindery/ai-jobs')).aiJobs,
};
const names = Object.keys(definitions) as ServiceName[];

/** What a service that owns data is made of. */
export const definitionOf = async (name: ServiceName): Promise<ServiceDefinition> => (await definitions[name]())({});

export interface Platform extends PlatformAddresses {
  services: Record<ServiceName, RunningService>;
  /** Starts a further gateway; its port is not that of `baseUrl`. */
  addGateway(env?: Env): Promise<RunningGateway>;
  /** Stops one service as SIGTERM would, and starts it again. */
  stop(service: ServiceName): Promise<void>;
  restart(service: ServiceName): Promise<void>;
  close(): Promise<void>;
}

const migrations = Object.fromEntries(
  names.map((name) => [
    name,
    async ({ migrationDatabaseUrl }: ServiceDatabase) => {
      const [{ migrate, schemaOf }, { migrationsOf }] = await Promise.all([
        import('@bindery/persistence'),
        import('@bindery/service'),
      ]);
      return migrate(migrationDatabaseUrl, schemaOf(name), migrationsOf(await definitionOf(name)));
    },
  ]),
);

/**
 * The whole platform in this process, on a database and a NATS account of its own: real servers, real messages. Services
 * that compare with the present moment ask `clock` for it, by default the machine's; `pooled` answers where a pooler has the
 * database of an address.
 */
export async function startPlatform(
  extra: Env = {},
  clock?: Clock,
  pooled: (databaseUrl: string) => string = (databaseUrl) => databaseUrl,
): Promise<Platform> {
  const [database, nats, folder] = await Promise.all([
    platformDatabase(migrations),
    testNats(),
    mkdtemp(join(tmpdir(), 'bindery-files-')),
  ]);
  const mailFolder = join(folder, 'mail');
  const common = (name: ServiceName | 'gateway'): Env => ({
    PORT: '0',
    NATS_URL: nats.user(name).servers,
    NATS_USER: nats.user(name).user,
    NATS_PASSWORD: nats.user(name).pass,
    PUBLIC_URL: 'http://bindery.test',
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64url'),
    STORAGE_URL: pathToFileURL(folder).href,
    MAIL_URL: pathToFileURL(mailFolder).href,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'silent',
    ...extra,
  });
  const startOne = async (name: ServiceName) => {
    const [{ startService }, define] = await Promise.all([import('@bindery/service'), definitions[name]()]);
    const env = { ...common(name), DATABASE_URL: pooled(database.of(name).databaseUrl), DATABASE_POOL: '4' };
    return startService(define(env), env, clock);
  };
  const gateways: RunningGateway[] = [];
  const addGateway = async (env: Env = {}) => {
    const { start } = await import('@bindery/gateway');
    const gateway = await start({ ...common('gateway'), ...env });
    gateways.push(gateway);
    return gateway;
  };
  const services = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await startOne(name)] as const)),
  ) as Record<ServiceName, RunningService>;
  const first = await addGateway();
  const stopped = new Set<ServiceName>();
  const stop = async (name: ServiceName) => {
    if (stopped.has(name)) return;
    stopped.add(name);
    await services[name].close();
  };
  return {
    baseUrl: `http://127.0.0.1:${first.port}`,
    mailFolder,
    adminUrl: database.adminUrl,
    services,
    addGateway,
    stop,
    restart: async (name) => {
      await stop(name);
      services[name] = await startOne(name);
      stopped.delete(name);
    },
    close: async () => {
      await Promise.all(gateways.map((gateway) => gateway.close()));
      await Promise.all(names.map(stop));
      await nats.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
