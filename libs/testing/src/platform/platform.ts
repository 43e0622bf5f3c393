import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningGateway } from '@bindery/gateway';
import type { Clock, RunningService, ServiceDefinition } from '@bindery/service';
import { SERVICES, type ServiceDatabase, type ServiceName } from '@bindery/launcher';
import { type PlatformAddresses } from '../run/test-platforms';
import { platformDatabase } from '../embedded/template-database';
import { testNats } from '../embedded/test-nats';
import { mailFolderIn, testEnvironment } from '../environment/test-environment';

type Env = Record<string, string>;

/** The definition of a service that owns data, with these settings of its own. */
export const definitionOf = async (name: ServiceName, env: Env = {}): Promise<ServiceDefinition> =>
  (await import('@bindery/bindery')).definitionOf(name, env);

export interface Platform extends PlatformAddresses {
  services: Record<ServiceName, RunningService>;
  /** The port of the first gateway's metrics. */
  metricsPort: number;
  /** Starts a further gateway; its port is not that of `baseUrl`. */
  addGateway(env?: Env): Promise<RunningGateway>;
  /** Stops one service as SIGTERM would, and starts it again. */
  stop(service: ServiceName): Promise<void>;
  restart(service: ServiceName): Promise<void>;
  close(): Promise<void>;
}

/** How the schemas of all services are brought up to date. */
export const migrations = Object.fromEntries(
  SERVICES.map((name) => [
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
 * The whole platform in this process, as `npm start -- --single-process` has it, on a database and a NATS account of its own:
 * real servers, real messages. Services that compare with the present moment ask `clock` for it, by default the machine's;
 * `pooled` answers where a pooler has the database of an address.
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
  const settingsOf = (name: ServiceName | 'gateway'): Env => ({
    ...testEnvironment(name, nats, folder),
    ...extra,
    ...(name === 'gateway' && { METRICS_ADDRESS: '127.0.0.1:0' }),
    ...(name !== 'gateway' && { DATABASE_URL: pooled(database.of(name).databaseUrl), DATABASE_POOL: '4' }),
  });
  // Loaded when a test file starts an isolated platform: all of it takes seconds, and most test files do without.
  const product = await import('@bindery/bindery');
  const { gateway: first, services } = await product.startPlatform(settingsOf, clock);
  const gateways = [first];
  const addGateway = async (env: Env = {}) => {
    const { start } = await import('@bindery/gateway');
    const gateway = await start({ ...settingsOf('gateway'), ...env });
    gateways.push(gateway);
    return gateway;
  };
  const stopped = new Set<ServiceName>();
  const stop = async (name: ServiceName) => {
    if (stopped.has(name)) return;
    stopped.add(name);
    await services[name].close();
  };
  return {
    baseUrl: `http://127.0.0.1:${first.port}`,
    metricsPort: first.metricsPort!,
    mailFolder: mailFolderIn(folder),
    adminUrl: database.adminUrl,
    services,
    addGateway,
    stop,
    restart: async (name) => {
      await stop(name);
      services[name] = await product.startBeside(name, settingsOf(name), clock);
      stopped.delete(name);
    },
    close: async () => {
      await Promise.all(gateways.map((gateway) => gateway.close()));
      await Promise.all(SERVICES.map(stop));
      await nats.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
