import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningGateway } from '@bindery/gateway';
import type { RunningService, ServiceDefinition } from '@bindery/service';
import { type ProcessName, SERVICES, type ServiceDatabase, type ServiceName } from '@bindery/launcher';
import { type PlatformAddresses } from '../run/test-platforms';
import { platformDatabase } from '../embedded/template-database';
import { testNats } from '../embedded/test-nats';
import { mailFolderIn, testEnvironment } from '../environment/test-environment';
import { MovableClock } from './movable-clock';
import { PlatformServices } from './platform-services';

type Env = Record<string, string>;

/** The definition of a service that owns data, with these settings of its own. */
export const definitionOf = async (name: ServiceName, env: Env = {}): Promise<ServiceDefinition> =>
  (await import('@bindery/bindery')).definitionOf(name, env);

/** The controls by which a test file changes a platform. One that files share is put back before the next file. */
export interface PlatformControls {
  /** Sets the clock of the services ahead of the machine's, by milliseconds. */
  moveClock(ahead: number): Promise<void>;
  /** Starts a further gateway with these settings of its own; answers its address. */
  addGateway(settings?: Env): Promise<string>;
  /** Stops one service as SIGTERM would. */
  stop(service: ServiceName): Promise<void>;
  /**
   * Starts one service again: with these settings of its own, or those that it had. The first gateway goes on serving the
   * health and the metrics of the one that has ended.
   */
  restart(service: ServiceName, settings?: Env): Promise<void>;
}

export interface Platform extends PlatformAddresses, PlatformControls {
  services: Record<ServiceName, RunningService>;
  /** The port of the first gateway's metrics. */
  metricsPort: number;
  /** Undoes what the controls have changed. */
  putBack(): Promise<void>;
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
 * real servers, real messages. `pooled` answers where a pooler has the database of an address.
 */
export async function startPlatform(
  extra: Env = {},
  pooled: (databaseUrl: string) => string = (databaseUrl) => databaseUrl,
): Promise<Platform> {
  const [database, nats, folder] = await Promise.all([
    platformDatabase(migrations),
    testNats(),
    mkdtemp(join(tmpdir(), 'bindery-files-')),
  ]);
  const settingsOf = (name: ProcessName): Env => ({
    ...testEnvironment(name, nats, folder),
    ...extra,
    ...(name === 'gateway' && { METRICS_ADDRESS: '127.0.0.1:0' }),
    ...(name !== 'gateway' && { DATABASE_URL: pooled(database.of(name).databaseUrl), DATABASE_POOL: '4' }),
  });
  const clock = new MovableClock();
  // Loaded when a test file starts an isolated platform: all of it takes seconds, and most test files do without.
  const product = await import('@bindery/bindery');
  const { gateway, services: running } = await product.startPlatform(settingsOf, clock.now);
  const services = new PlatformServices(running, (name, settings) =>
    product.startBeside(name, { ...settingsOf(name), ...settings }, clock.now),
  );
  const further: RunningGateway[] = [];
  const closeFurther = () => Promise.all(further.splice(0).map((one) => one.close()));
  return {
    baseUrl: addressOf(gateway),
    metricsPort: gateway.metricsPort!,
    mailFolder: mailFolderIn(folder),
    adminUrl: database.adminUrl,
    services: running,
    moveClock: (ahead) => Promise.resolve(void (clock.ahead = ahead)),
    addGateway: async (settings = {}) => {
      const { start } = await import('@bindery/gateway');
      const added = await start({ ...settingsOf('gateway'), ...settings });
      further.push(added);
      return addressOf(added);
    },
    stop: (name) => services.stop(name),
    restart: (name, settings) => services.restart(name, settings),
    putBack: async () => {
      clock.ahead = 0;
      await Promise.all([closeFurther(), services.putBack()]);
    },
    close: async () => {
      await Promise.all([closeFurther(), gateway.close()]);
      await services.close();
      await nats.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const addressOf = ({ port }: RunningGateway): string => `http://127.0.0.1:${port}`;
