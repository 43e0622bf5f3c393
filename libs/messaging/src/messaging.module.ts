import {
  Global,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { allEndpoints, type EventEnvelope, type ServiceName } from '@bindery/contracts';
import type { Logger, Metrics } from '@bindery/observability';
import { Database } from '@bindery/persistence';
import { Nats } from './connection';
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
class EventRunner implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly consumers: Consumer[] = [];

  constructor(
    private readonly options: Options,
    private readonly db: Database,
    private readonly relay: Relay,
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onApplicationBootstrap(): void {
    this.options.metrics.gauge('bindery_outbox_age_seconds', 'Age of the oldest event not yet published', () =>
      this.relay.age(),
    );
    for (const { instance } of [...this.discovery.getProviders(), ...this.discovery.getControllers()]) {
      if (instance && typeof instance === 'object') this.consumersOf(instance as Record<string, unknown>);
    }
    this.relay.start();
    for (const consumer of this.consumers) consumer.start();
  }

  private consumersOf(instance: Record<string, unknown>): void {
    const { service, nats, logger, metrics } = this.options;
    for (const method of this.scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object)) {
      const handler = instance[method] as (event: EventEnvelope) => Promise<void>;
      const consumption = this.reflector.get<Consumption | undefined>(consumesKey, handler);
      if (!consumption) continue;
      for (const event of consumption.events) {
        const durable = `${service}_${consumption.name}_${event.service}`;
        this.consumers.push(new Consumer(durable, event, handler.bind(instance), nats, this.db, metrics, logger));
      }
    }
  }

  async onApplicationShutdown(): Promise<void> {
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
          useFactory: (
            db: Database,
            relay: Relay,
            discovery: DiscoveryService,
            scanner: MetadataScanner,
            reflector: Reflector,
          ) => new EventRunner(options, db, relay, discovery, scanner, reflector),
          inject: [Database, Relay, DiscoveryService, MetadataScanner, Reflector],
        },
      ],
      exports: [Nats, RpcClient, Outbox, Mutations],
    };
  }
}
