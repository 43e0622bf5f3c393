import {
  Global,
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { allEndpoints, type EventEnvelope, type ServiceName } from '@bindery/contracts';
import type { Logger, Metrics } from '@bindery/observability';
import { Database } from '@bindery/persistence';
import { Nats } from './connection';
import { DecoratedMethods } from './decorated-methods';
import { Consumer } from './events/consumer';
import { consumesKey, type Consumption } from './events/consumes';
import { Outbox } from './events/outbox';
import { Relay } from './events/relay';
import { Mutations } from './mutations';
import { RpcClient } from './rpc/rpc-client';

interface Options {
  service: ServiceName;
  nats: Nats;
  logger: Logger;
  metrics: Metrics;
}

/** Starts the relay and one consumer for each `@Consumes` method, and stops them before the process ends. */
class EventRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private consumers: Consumer[] = [];

  constructor(
    private readonly options: Options,
    private readonly db: Database,
    private readonly relay: Relay,
    private readonly methods: DecoratedMethods,
  ) {}

  onApplicationBootstrap(): void {
    const { service, nats, logger, metrics } = this.options;
    metrics.gauge('bindery_outbox_age_seconds', 'Age of the oldest event not yet published', () => this.relay.age());
    this.consumers = this.methods.find<Consumption>(consumesKey).flatMap(({ metadata: { events, name }, call }) =>
      events.map((event) => {
        const durable = `${service}_${name}_${event.service}`;
        return new Consumer(
          durable,
          event,
          call as (event: EventEnvelope) => Promise<void>,
          nats,
          this.db,
          metrics,
          logger,
        );
      }),
    );
    this.relay.start();
    for (const consumer of this.consumers) consumer.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.relay.stop(), ...this.consumers.map((consumer) => consumer.stop())]);
  }
}

/** Provides the typed client, the outbox and the mutation mechanism, and runs the service's events. */
@Global()
@Module({})
export class MessagingModule {
  static forRoot(options: Options): DynamicModule {
    const { service, nats, logger } = options;
    const secrets = new Set(
      allEndpoints()
        .filter(({ secret }) => secret)
        .map(({ name }) => name),
    );
    return {
      module: MessagingModule,
      imports: [DiscoveryModule],
      providers: [
        { provide: Nats, useValue: nats },
        { provide: RpcClient, useFactory: () => new RpcClient(nats) },
        { provide: Outbox, useFactory: (db: Database) => new Outbox(db), inject: [Database] },
        {
          provide: Mutations,
          useFactory: (db: Database, outbox: Outbox) =>
            new Mutations(service, db, outbox, (operation) => secrets.has(operation)),
          inject: [Database, Outbox],
        },
        {
          provide: Relay,
          useFactory: (db: Database, outbox: Outbox) => new Relay(service, nats, db, outbox, logger),
          inject: [Database, Outbox],
        },
        {
          provide: EventRunner,
          useFactory: (db: Database, relay: Relay, methods: DecoratedMethods) =>
            new EventRunner(options, db, relay, methods),
          inject: [Database, Relay, DecoratedMethods],
        },
        DecoratedMethods,
      ],
      exports: [Nats, RpcClient, Outbox, Mutations, DecoratedMethods],
    };
  }
}
