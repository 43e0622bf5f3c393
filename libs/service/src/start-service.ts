import type { Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Module, type DynamicModule, type INestMicroservice, type ModuleMetadata } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { readConfig, serviceSettings, type ServiceConfig } from '@bindery/config';
import { invalid, type ServiceName } from '@bindery/contracts';
import {
  ApiErrorFilter,
  MessagingModule,
  MessagingTables1700000000000,
  Mutations,
  Nats,
  NatsTransport,
} from '@bindery/messaging';
import {
  createLogger,
  LOGGER,
  Metrics,
  nestLogger,
  portOf,
  startHealthServer,
  type Logger,
} from '@bindery/observability';
import {
  Database,
  isMigrated,
  migrate,
  PersistenceModule,
  schemaOf,
  type Entities,
  type Migrations,
} from '@bindery/persistence';
import { Sealer } from '@bindery/secrets';
import { Storage, StorageModule } from '@bindery/storage';

/** What a service is made of, besides what all services have. */
export interface ServiceDefinition extends Pick<ModuleMetadata, 'imports' | 'controllers' | 'providers'> {
  name: ServiceName;
  entities: Entities;
  migrations: Migrations;
}

export interface RunningService {
  name: ServiceName;
  /** Port of health and metrics. */
  port: number;
  app: INestMicroservice;
  /** The subjects that it answers. */
  subjects: string[];
  logger: Logger;
  metrics: Metrics;
  /** Stops taking work, finishes what is in flight, and closes every connection. */
  close(): Promise<void>;
}

/** The injection token of the service's `ServiceConfig`. */
export const CONFIG = Symbol('config');
export { LOGGER };

@Module({})
class ServiceModule {}

/** Every migration of a service, the shared tables first. */
export const migrationsOf = (definition: ServiceDefinition): Migrations => [
  MessagingTables1700000000000,
  ...definition.migrations,
];

/** Starts a service: configuration, migrations, connections, handlers, health. Throws `ConfigError` for what is missing. */
export async function startService(definition: ServiceDefinition, env: NodeJS.ProcessEnv): Promise<RunningService> {
  const { name } = definition;
  const config = readConfig(serviceSettings, env);
  const logger = createLogger(name, config.LOG_LEVEL);
  const metrics = new Metrics(name);
  if (config.MIGRATION_DATABASE_URL)
    await migrate(config.MIGRATION_DATABASE_URL, schemaOf(name), migrationsOf(definition));
  const nats = await Nats.connect(name, config, logger);
  const state = { draining: false, migrated: false };
  let app: INestMicroservice | undefined;
  let health: Server | undefined;
  const close = async () => {
    state.draining = true;
    await app?.close();
    await nats.close();
    await new Promise<void>((resolve) => (health ? health.close(() => resolve()) : resolve()));
    health = undefined;
  };
  try {
    const created = await createApp(definition, config, logger, metrics, nats);
    const running = (app = created.app);
    const database = running.get(Database);
    health = await startHealthServer(
      config.PORT,
      {
        accepting: () => !state.draining,
        nats: () => nats.isUp,
        postgres: () => database.isReady(),
        migrated: async () => (state.migrated ||= await isMigrated(database, migrationsOf(definition))),
      },
      metrics,
    );
    await running.listen();
    logger.info({ port: portOf(health) }, 'Ready');
    return { name, port: portOf(health), app: running, subjects: created.strategy.subjects, logger, metrics, close };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}

async function createApp(
  definition: ServiceDefinition,
  config: ServiceConfig,
  logger: Logger,
  metrics: Metrics,
  nats: Nats,
) {
  const { name } = definition;
  // The transport is made before the module's providers exist; it asks for them only when messages come.
  const late: { mutations?: Mutations; storage?: Storage } = {};
  const strategy = new NatsTransport({
    service: name,
    nats,
    concurrency: config.RPC_CONCURRENCY,
    logger,
    metrics,
    loadBody: (reference) => loadBody(late.storage!, reference),
    replay: (call) => late.mutations!.replay(call),
  });
  const app = await NestFactory.createMicroservice(moduleOf(definition, config, logger, metrics, nats), {
    strategy,
    logger: nestLogger(logger),
    abortOnError: false,
  });
  app.useGlobalFilters(new ApiErrorFilter());
  late.mutations = app.get(Mutations);
  late.storage = app.get(Storage);
  return { app, strategy };
}

function moduleOf(
  { name, entities, imports = [], controllers, providers = [] }: ServiceDefinition,
  config: ServiceConfig,
  logger: Logger,
  metrics: Metrics,
  nats: Nats,
): DynamicModule {
  return {
    module: ServiceModule,
    global: true,
    imports: [
      PersistenceModule.forRoot({ service: name, config, entities, logger }),
      MessagingModule.forRoot({
        service: name,
        nats,
        logger,
        metrics,
        streamReplicas: config.STREAM_REPLICAS,
        answers: new Sealer(config.SECRET_KEY, `${name} answers`),
      }),
      StorageModule.forRoot(config.STORAGE_URL),
      ...imports,
    ],
    controllers,
    providers: [
      { provide: CONFIG, useValue: config },
      { provide: LOGGER, useValue: logger },
      { provide: Metrics, useValue: metrics },
      ...providers,
    ],
    exports: [CONFIG, LOGGER, Metrics],
  };
}

async function loadBody(storage: Storage, reference: string): Promise<unknown> {
  const file = await storage.get(reference);
  if (!file) throw new Error(`The request body ${reference} is gone`);
  const text = (await buffer(file.stream)).toString();
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('body', 'The body is not valid JSON');
  }
}
