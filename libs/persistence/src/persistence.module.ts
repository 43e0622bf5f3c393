import { Global, Module, type BeforeApplicationShutdown, type DynamicModule } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions, type EntityTarget, type ObjectLiteral } from 'typeorm';
import { connectionProblem, type ServiceConfig } from '@bindery/config';
import type { Logger } from '@bindery/observability';
import { Database } from './database';
import { StatementSpans } from './statement-spans';
import { verifySession } from './verify-session';

export type Entities = EntityTarget<ObjectLiteral>[];

interface Options {
  service: string;
  config: Pick<ServiceConfig, 'DATABASE_URL' | 'DATABASE_POOL'>;
  entities: Entities;
  logger: Logger;
  /** Whether statements become spans of their request. */
  traced?: boolean;
  /** Milliseconds that a caller waits for a session, where it is not a request. */
  sessionTimeout?: number;
}

/** The schema of a service: its name with underscores. */
export const schemaOf = (service: string): string => service.replaceAll('-', '_');

/**
 * Milliseconds that a request waits for a session: less than the 8 s of most requests, and enough to begin one on a busy machine.
 */
const SESSION_TIMEOUT = 5_000;

/** The connection of a service to its schema. Limits of sessions are set for the role, because a pooler may be in between. */
function connectionOf({ service, config, entities, logger, sessionTimeout = SESSION_TIMEOUT }: Options) {
  const schema = schemaOf(service);
  return {
    type: 'postgres',
    url: config.DATABASE_URL,
    schema,
    entities: entities as never,
    applicationName: `bindery-${service}`,
    poolErrorHandler: (error: Error) => logger.warn({ err: error }, 'A database connection was lost'),
    extra: {
      max: config.DATABASE_POOL,
      connectionTimeoutMillis: sessionTimeout,
      query_timeout: 8_000,
      keepAlive: true,
      // Statements that do not wait for each other take one round trip: the first ones of a transaction, and the last ones.
      pipeline: true,
      onConnect: verifySession(schema),
    },
  } satisfies DataSourceOptions;
}

/** The database of a service for another program, and the function that closes it. */
export async function openDatabase(options: Options): Promise<{ db: Database; close(): Promise<void> }> {
  const source = await new DataSource(connectionOf(options)).initialize().catch((error: unknown) => {
    throw connectionProblem('DATABASE_URL', options.config.DATABASE_URL, error) ?? error;
  });
  const db = new Database(source);
  const close = () => {
    db.endSessions();
    return source.destroy();
  };
  return { db, close };
}

/** Connects to the service's schema and provides `Database`. */
@Global()
@Module({})
export class PersistenceModule implements BeforeApplicationShutdown {
  constructor(private readonly db: Database) {}

  static forRoot(options: Options): DynamicModule {
    const { service, traced = false } = options;
    return {
      module: PersistenceModule,
      imports: [
        TypeOrmModule.forRoot({
          ...connectionOf(options),
          // Services may share a process, as in tests.
          name: service,
          // Waits for a database that answers slowly at the start.
          retryAttempts: 10,
          retryDelay: 500,
        }),
      ],
      providers: [
        {
          provide: Database,
          useFactory: (source: DataSource) => {
            // TypeORM accepts only decorated classes here, and the decorator would load TypeORM in the gateway, too.
            if (traced) source.subscribers.push(new StatementSpans());
            return new Database(source);
          },
          inject: [getDataSourceToken(service)],
        },
      ],
      exports: [Database],
    };
  }

  beforeApplicationShutdown(): void {
    this.db.endSessions();
  }
}
