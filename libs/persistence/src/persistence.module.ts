import { Global, Module, type DynamicModule } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource, EntityTarget, ObjectLiteral } from 'typeorm';
import type { ServiceConfig } from '@bindery/config';
import type { Logger } from '@bindery/observability';
import { Database } from './database';

export type Entities = EntityTarget<ObjectLiteral>[];

interface Options {
  service: string;
  config: Pick<ServiceConfig, 'DATABASE_URL' | 'DATABASE_POOL'>;
  entities: Entities;
  logger: Logger;
}

/** The schema of a service: its name with underscores. */
export const schemaOf = (service: string): string => service.replaceAll('-', '_');

/** Connects to the service's schema with the limits of the reliability rules and provides `Database`. */
@Global()
@Module({})
export class PersistenceModule {
  static forRoot({ service, config, entities, logger }: Options): DynamicModule {
    const schema = schemaOf(service);
    return {
      module: PersistenceModule,
      imports: [
        TypeOrmModule.forRoot({
          // Services may share a process, as in tests.
          name: service,
          type: 'postgres',
          url: config.DATABASE_URL,
          schema,
          entities: entities as never,
          // A database that is slow to answer at the start is waited for.
          retryAttempts: 10,
          retryDelay: 500,
          applicationName: `bindery-${service}`,
          poolErrorHandler: (error: Error) => logger.warn({ err: error }, 'A database connection was lost'),
          extra: {
            max: config.DATABASE_POOL,
            connectionTimeoutMillis: 2_000,
            query_timeout: 8_000,
            keepAlive: true,
            options: [
              `-c search_path=${schema},public`,
              '-c statement_timeout=7s',
              '-c lock_timeout=2s',
              '-c idle_in_transaction_session_timeout=10s',
            ].join(' '),
          },
        }),
      ],
      providers: [
        {
          provide: Database,
          useFactory: (source: DataSource) => new Database(source),
          inject: [getDataSourceToken(service)],
        },
      ],
      exports: [Database],
    };
  }
}
