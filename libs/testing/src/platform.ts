import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { aiJobs, start as startAiJobs } from '@bindery/ai-jobs';
import { changeRequests, start as startChangeRequests } from '@bindery/change-requests';
import { content, start as startContent } from '@bindery/content';
import { start as startGateway, type RunningGateway } from '@bindery/gateway';
import { identity, start as startIdentity } from '@bindery/identity';
import { integrations, start as startIntegrations } from '@bindery/integrations';
import { migrate, schemaOf } from '@bindery/persistence';
import { migrationsOf, type RunningService, type ServiceDefinition } from '@bindery/service';
import { sites, start as startSites } from '@bindery/sites';
import type { ServiceDatabase, ServiceName } from '@bindery/tools';
import { platformDatabase } from './embedded/template-database';
import { testNats } from './embedded/test-nats';

type Env = Record<string, string>;

/** Every service that owns data. */
export const definitions: ServiceDefinition[] = [
  identity({}),
  content({}),
  changeRequests({}),
  sites({}),
  integrations({}),
  aiJobs({}),
];
const starters: Record<ServiceName, (env: Env) => Promise<RunningService>> = {
  identity: startIdentity,
  content: startContent,
  'change-requests': startChangeRequests,
  sites: startSites,
  integrations: startIntegrations,
  'ai-jobs': startAiJobs,
};

export interface Platform {
  baseUrl: string;
  /** Where mails are written. */
  mailFolder: string;
  /** As the administrator of Postgres: for looking into every schema. */
  adminUrl: string;
  services: Record<ServiceName, RunningService>;
  /** Starts a further gateway; its port is not that of `baseUrl`. */
  addGateway(env?: Env): Promise<RunningGateway>;
  /** Stops one service as SIGTERM would, and starts it again. */
  stop(service: ServiceName): Promise<void>;
  restart(service: ServiceName): Promise<void>;
  close(): Promise<void>;
}

const migrations = Object.fromEntries(
  definitions.map((definition) => [
    definition.name,
    ({ migrationDatabaseUrl }: ServiceDatabase) =>
      migrate(migrationDatabaseUrl, schemaOf(definition.name), migrationsOf(definition)),
  ]),
);

/** The whole platform in this process, on a database and a NATS account of its own: real servers, real messages. */
export async function startPlatform(extra: Env = {}): Promise<Platform> {
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
  const startOne = (name: ServiceName) =>
    starters[name]({ ...common(name), DATABASE_URL: database.of(name).databaseUrl, DATABASE_POOL: '4' });
  const gateways: RunningGateway[] = [];
  const addGateway = async (env: Env = {}) => {
    const gateway = await startGateway({ ...common('gateway'), ...env });
    gateways.push(gateway);
    return gateway;
  };
  const names = Object.keys(starters) as ServiceName[];
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
