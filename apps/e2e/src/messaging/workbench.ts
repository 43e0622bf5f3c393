import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import type { EventConsumer, Principal, ProcessName, ServiceName } from '@bindery/contracts';
import { start as startGateway, type RunningGateway } from '@bindery/gateway';
import {
  consumesKey,
  DecoratedMethods,
  durableOf,
  ensureConsumer,
  ensureStream,
  LocalServices,
  Nats,
  RequestSigner,
  RpcClient,
  StreamKeeper,
  type Consumption,
} from '@bindery/messaging';
import { createLogger } from '@bindery/observability';
import { schemaOf } from '@bindery/persistence';
import { startService, type RunningService, type ServiceDefinition } from '@bindery/service';
import {
  keyringOf,
  platformDatabase,
  secretSettings,
  signingSettings,
  testNats,
  type NatsConnection,
} from '@bindery/testing';

export const silent = createLogger('test', 'silent');

export const somebody: Principal = { kind: 'user', user: 'somebody', token: 'their-token', organizations: {} };

/** A place to run services of a test's own on real servers, each as the platform would run it. */
export interface Workbench {
  /** With the streams and consumers that the gateway would make for it, unless it is to have none. */
  start(
    definition: Partial<ServiceDefinition> & { name: ServiceName },
    env?: NodeJS.ProcessEnv,
    options?: { hasStreams?: boolean; streamBytes?: number; local?: LocalServices },
  ): Promise<RunningService>;
  /** The HTTP edge in front of the services. */
  gateway(env?: NodeJS.ProcessEnv): Promise<RunningGateway>;
  /** A client with the NATS user of a process. */
  client(name?: ProcessName, local?: LocalServices): Promise<{ rpc: RpcClient; nats: Nats }>;
  /** The environment of a process, as far as it owns no data. */
  environment(name: ServiceName | 'gateway'): NodeJS.ProcessEnv;
  /** The environment of a program of the service, such as an operator's command. */
  program(name: ServiceName): NodeJS.ProcessEnv;
  /** A connection to a service's schema, as the administrator. */
  sql(service: ServiceName): Promise<Client>;
  admin: NatsConnection;
  /** The folder of the file storage. */
  files: string;
  close(): Promise<void>;
}

/** The consumers that a running service has. */
const consumersOf = ({ app, name }: RunningService): EventConsumer[] =>
  app
    .get(DecoratedMethods)
    .find<Consumption>(consumesKey)
    .flatMap(({ metadata }) =>
      metadata.events.map((event) => ({
        producer: event.service,
        durable: durableOf(name, metadata.name, event),
        subject: event.subject,
      })),
    );

export async function workbench(): Promise<Workbench> {
  const [database, nats, files] = await Promise.all([
    platformDatabase({}),
    testNats(),
    mkdtemp(join(tmpdir(), 'bindery-files-')),
  ]);
  const opened: { close(): Promise<unknown> }[] = [];
  const environment = (name: ServiceName | 'gateway'): NodeJS.ProcessEnv => ({
    PORT: '0',
    NATS_URL: nats.openUser(name).servers,
    NATS_USER: nats.openUser(name).user,
    NATS_PASSWORD: nats.openUser(name).pass,
    ...signingSettings(name),
    PUBLIC_URL: 'http://bindery.test',
    ...secretSettings(name),
    STORAGE_URL: pathToFileURL(files).href,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'silent',
  });
  const { servers, user, pass } = nats.admin;
  const admin = await Nats.connect('admin', { NATS_URL: servers, NATS_USER: user, NATS_PASSWORD: pass }, silent);
  opened.push(admin);
  const jsm = await admin.connection.jetstreamManager({ checkAPI: false });
  return {
    admin: nats.admin,
    files,
    environment,
    program: (name) => ({ ...environment(name), DATABASE_URL: database.of(name).databaseUrl }),
    start: async (definition, env, { hasStreams = true, streamBytes, local } = {}) => {
      const { databaseUrl, migrationDatabaseUrl } = database.of(definition.name);
      const service = await startService(
        { entities: [], migrations: [], ...definition },
        {
          ...environment(definition.name),
          DATABASE_URL: databaseUrl,
          MIGRATION_DATABASE_URL: migrationDatabaseUrl,
          DATABASE_POOL: '6',
          ...env,
        },
        { local },
      );
      const consumers = consumersOf(service);
      const size = { replicas: 1, maxBytes: streamBytes };
      const streams = new StreamKeeper(admin, consumers, size, silent);
      if (hasStreams) {
        for (const name of [service.name, ...consumers.map(({ producer }) => producer)])
          await ensureStream(jsm, name, size);
        for (const consumer of consumers) await ensureConsumer(jsm, consumer);
        streams.start();
      }
      const close = async () => void (await Promise.all([streams.stop(), service.close()]));
      const running = { ...service, close };
      opened.push(running);
      return running;
    },
    gateway: async (env) => {
      const gateway = await startGateway({ ...environment('gateway'), METRICS_ADDRESS: '127.0.0.1:0', ...env });
      opened.push(gateway);
      return gateway;
    },
    client: async (name = 'gateway', local) => {
      const { NATS_URL = '', NATS_USER = '', NATS_PASSWORD = '' } = environment(name);
      const connection = await Nats.connect(name, { NATS_URL, NATS_USER, NATS_PASSWORD }, silent);
      opened.push(connection);
      return { nats: connection, rpc: new RpcClient(connection, new RequestSigner(keyringOf(name)), local) };
    },
    sql: async (service) => {
      const client = new Client({ connectionString: database.adminUrl });
      await client.connect();
      await client.query(`set search_path = ${schemaOf(service)}`);
      opened.push({ close: () => client.end() });
      return client;
    },
    close: async () => {
      for (const one of opened.reverse()) await one.close();
      await nats.close();
      await database.drop();
      await rm(files, { recursive: true, force: true });
    },
  };
}
