import { createHash } from 'node:crypto';
import type { Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Module, type DynamicModule, type INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { connectionProblem, readConfig, secretKeysOf, serviceSettings, type ServiceConfig } from '@bindery/config';
import { invalid, maxJsonDepth, nestsTooDeep, type ServiceName } from '@bindery/contracts';
import {
  ApiErrorFilter,
  Keyring,
  LocalServices,
  MessagingModule,
  MessagingTables1700000000000,
  Mutations,
  Nats,
  NatsTransport,
  withinDeadline,
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
  type ReadyChecks,
  type Tracing,
} from '@bindery/observability';
import {
  Database,
  isMigrated,
  migrate,
  PersistenceModule,
  schemaOf,
  signCursors,
  type Migrations,
} from '@bindery/persistence';
import { Encryptor } from '@bindery/secrets';
import { Storage, StorageModule } from '@bindery/storage';
import { CLOCK, systemClock, type Clock } from './clock';
import { answersPurpose } from './operate/sealed-places';
import { measureService } from './measure-service';
import type { ServiceDefinition } from './service-definition';

export interface RunningService {
  name: ServiceName;
  /** Port of health and metrics; absent where the gateway of this process serves them. */
  port?: number;
  /** The conditions under which it is ready. */
  checks: ReadyChecks;
  app: INestMicroservice;
  /** The subjects that it serves. */
  subjects: string[];
  logger: Logger;
  metrics: Metrics;
  /** Accepts no more work, finishes running work, and closes every connection. */
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

export interface StartOptions {
  clock?: Clock;
  /** Whether it serves health and metrics at a port of its own (`PORT`). Default: true. */
  hasPort?: boolean;
  /** The services of this process, which it joins. */
  local?: LocalServices;
}

/** Starts a service: configuration, migrations, connections, handlers, health. Throws `ConfigError` for missing settings. */
export async function startService(
  definition: ServiceDefinition,
  env: NodeJS.ProcessEnv,
  { clock = systemClock, hasPort = true, local }: StartOptions = {},
): Promise<RunningService> {
  const { name } = definition;
  const config = readConfig(serviceSettings, env);
  const keyring = new Keyring(name, config);
  const logger = createLogger(name, config.LOG_LEVEL);
  const metrics = new Metrics(name);
  const tracing = startTracing(name, config);
  if (config.MIGRATION_DATABASE_URL)
    await migrate(config.MIGRATION_DATABASE_URL, schemaOf(name), migrationsOf(definition));
  signCursors(name, secretKeysOf(config));
  const nats = await Nats.connect(name, config, logger, metrics);
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
    const created = await createApp(definition, config, { logger, metrics, nats, keyring, tracing, clock, local });
    const running = (app = created.app);
    const database = running.get(Database);
    measureService(metrics, database, created.strategy);
    const checks: ReadyChecks = {
      accepting: () => !state.draining,
      nats: () => nats.isUp,
      subscriptions: () => !nats.subscriptions.isAnyRefused,
      postgres: () => database.isReady(),
      migrated: async () => (state.migrated ||= await isMigrated(database, migrationsOf(definition))),
    };
    if (hasPort) health = await startHealthServer({ host: config.HOST, port: config.PORT }, checks, metrics);
    await running.listen();
    const port = health && portOf(health);
    logger.info({ port }, 'Ready');
    return { name, port, checks, app: running, subjects: created.strategy.subjects, logger, metrics, close };
  } catch (error) {
    await close().catch(() => undefined);
    throw connectionProblem('DATABASE_URL', config.DATABASE_URL, error) ?? error;
  }
}

/** Closes it with its open connections, also if it never received a request. */
function closeServer(server: Server | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (!server) return resolve();
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** The resources of a service before its application exists. */
interface Parts {
  logger: Logger;
  metrics: Metrics;
  nats: Nats;
  keyring: Keyring;
  tracing?: Tracing;
  clock: Clock;
  local?: LocalServices;
}

async function createApp(definition: ServiceDefinition, config: ServiceConfig, parts: Parts) {
  const { name } = definition;
  // The transport exists before the providers of the module. It gets them when messages arrive.
  const late: { mutations?: Mutations; storage?: Storage } = {};
  const strategy = new NatsTransport({
    service: name,
    ...parts,
    concurrency: config.RPC_CONCURRENCY,
    loadBody: (reference, hash) => loadBody(late.storage!, reference, hash),
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
  { logger, metrics, nats, keyring, tracing, clock, local }: Parts,
): DynamicModule {
  return {
    module: ServiceModule,
    global: true,
    imports: [
      PersistenceModule.forRoot({ service: name, config, entities, logger, traced: tracing !== undefined }),
      MessagingModule.forRoot({
        service: name,
        nats,
        keyring,
        logger,
        metrics,
        tracing,
        local,
        answers: new Encryptor(secretKeysOf(config), answersPurpose(name)),
      }),
      StorageModule.forRoot(config.STORAGE_URL, name),
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

/** The body that the gateway has stored there. Throws if it was replaced. */
async function loadBody(storage: Storage, reference: string, hash: string | undefined): Promise<unknown> {
  const data = await withinDeadline(async (signal) => {
    const file = await storage.get(reference, { signal });
    if (!file) throw new Error(`The request body ${reference} is gone`);
    return buffer(file.stream);
  });
  if (hash !== undefined && createHash('sha256').update(data).digest('hex') !== hash)
    throw new Error(`The request body ${reference} was changed`);
  const text = data.toString();
  if (nestsTooDeep(text)) throw invalid('body', `The body nests deeper than ${maxJsonDepth} levels`);
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('body', 'The body is not valid JSON');
  }
}
