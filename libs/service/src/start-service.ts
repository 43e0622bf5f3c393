import type { Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Module, type DynamicModule, type INestMicroservice, type ModuleMetadata } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { readConfig, secretKeysOf, serviceSettings, type ServiceConfig } from '@bindery/config';
import { invalid, maxJsonDepth, nestsTooDeep, type ServiceName } from '@bindery/contracts';
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
  startTracing,
  TRACING,
  type Logger,
  type Tracing,
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
import { CLOCK, systemClock, type Clock } from './clock';
import type { OperatorCommand } from './operate/operator-command';
import type { Reference } from './operate/references';
import { answersPurpose, type SealedPlace } from './operate/sealed-places';
import { measureService } from './measure-service';

/** What a service is made of, besides what all services have. */
export interface ServiceDefinition extends Pick<ModuleMetadata, 'imports' | 'controllers' | 'providers'> {
  name: ServiceName;
  entities: Entities;
  migrations: Migrations;
  /** What operators can have its program do, besides what all services can. */
  commands?: OperatorCommand[];
  /** Where it keeps what is sealed, besides the answers of mutations. */
  sealed?: SealedPlace[];
  /** What it keeps about objects of other services. */
  references?: Reference[];
}

/** What one feature adds to its service. */
export type Feature = Required<Pick<ServiceDefinition, 'controllers' | 'providers'>>;

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
export async function startService(
  definition: ServiceDefinition,
  env: NodeJS.ProcessEnv,
  clock = systemClock,
): Promise<RunningService> {
  const { name } = definition;
  const config = readConfig(serviceSettings, env);
  const logger = createLogger(name, config.LOG_LEVEL);
  const metrics = new Metrics(name);
  const tracing = startTracing(name, config);
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
    await tracing?.close();
    await closeServer(health);
    health = undefined;
  };
  try {
    const created = await createApp(definition, config, { logger, metrics, nats, tracing, clock });
    const running = (app = created.app);
    const database = running.get(Database);
    measureService(metrics, database, created.strategy);
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

/** Closes it with what is open to it, also where nothing was ever asked. */
function closeServer(server: Server | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (!server) return resolve();
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** What a service holds before its application is there. */
interface Parts {
  logger: Logger;
  metrics: Metrics;
  nats: Nats;
  tracing?: Tracing;
  clock: Clock;
}

async function createApp(definition: ServiceDefinition, config: ServiceConfig, parts: Parts) {
  const { name } = definition;
  // The transport is made before the module's providers exist; it asks for them only when messages come.
  const late: { mutations?: Mutations; storage?: Storage } = {};
  const strategy = new NatsTransport({
    service: name,
    ...parts,
    concurrency: config.RPC_CONCURRENCY,
    loadBody: (reference) => loadBody(late.storage!, reference),
    replay: (call) => late.mutations!.replay(call),
  });
  const app = await NestFactory.createMicroservice(moduleOf(definition, config, parts), {
    strategy,
    logger: nestLogger(parts.logger),
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
  { logger, metrics, nats, tracing, clock }: Parts,
): DynamicModule {
  return {
    module: ServiceModule,
    global: true,
    imports: [
      PersistenceModule.forRoot({ service: name, config, entities, logger, traced: tracing !== undefined }),
      MessagingModule.forRoot({
        service: name,
        nats,
        logger,
        metrics,
        tracing,
        streamReplicas: config.STREAM_REPLICAS,
        answers: new Sealer(secretKeysOf(config), answersPurpose(name)),
      }),
      StorageModule.forRoot(config.STORAGE_URL),
      ...imports,
    ],
    controllers,
    providers: [
      { provide: CONFIG, useValue: config },
      { provide: LOGGER, useValue: logger },
      { provide: CLOCK, useValue: clock },
      { provide: Metrics, useValue: metrics },
      { provide: TRACING, useValue: tracing },
      ...providers,
    ],
    exports: [CONFIG, LOGGER, CLOCK, Metrics, TRACING],
  };
}

async function loadBody(storage: Storage, reference: string): Promise<unknown> {
  const file = await storage.get(reference);
  if (!file) throw new Error(`The request body ${reference} is gone`);
  const text = (await buffer(file.stream)).toString();
  if (nestsTooDeep(text)) throw invalid('body', `The body nests deeper than ${maxJsonDepth} levels`);
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('body', 'The body is not valid JSON');
  }
}
