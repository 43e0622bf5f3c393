import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { EventEnvelope, ServiceName } from '@bindery/contracts';
import type { Logger, Metrics, Tracing } from '@bindery/observability';
import { Database } from '@bindery/persistence';
import type { Nats } from '../connection';
import type { Keyring } from '../trust/keyring';
import type { DecoratedMethods } from '../decorated-methods';
import { Consumer } from './consumer';
import { consumesKey, durableOf, type Consumption } from './consumes';
import { DeadLetters } from './dead-letters';
import { MessageSweep } from './message-sweep';
import type { Relay } from './relay';
import type { Handle } from './subscription';
import { stopAll } from '../loops/stop-all';

export interface EventOptions {
  service: ServiceName;
  nats: Nats;
  logger: Logger;
  metrics: Metrics;
  tracing?: Tracing;
  keyring: Keyring;
}

/** Runs the relay and one consumer for each `@Consumes` method, and stops them before the process ends. */
export class EventRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly consumers = new Map<string, Consumer>();
  private readonly deadLetters: DeadLetters;
  private readonly sweep: MessageSweep;

  constructor(
    private readonly options: EventOptions,
    private readonly db: Database,
    private readonly relay: Relay,
    private readonly methods: DecoratedMethods,
  ) {
    this.deadLetters = new DeadLetters(db, options.metrics, options.logger);
    this.sweep = new MessageSweep(db, options.logger);
  }

  onApplicationBootstrap(): void {
    const { service, nats, keyring, logger, tracing } = this.options;
    for (const { metadata, call } of this.methods.find<Consumption>(consumesKey)) {
      const { events, name, takesBatches, ...options } = metadata;
      const handle: Handle = takesBatches
        ? { all: call as (events: EventEnvelope[], consumer: string) => Promise<void> }
        : { one: call as (event: EventEnvelope) => Promise<void> };
      for (const event of events) {
        const durable = durableOf(service, name, event);
        const subscription = { durable, event, handle, ...options };
        this.consumers.set(
          durable,
          new Consumer(subscription, nats, keyring, this.db, this.deadLetters, logger, tracing),
        );
      }
    }
    this.measure();
    for (const part of [this.relay, this.sweep, ...this.consumers.values()]) part.start();
    this.deadLetters.start(this.consumers);
  }

  private measure(): void {
    const { metrics } = this.options;
    metrics.gauge('bindery_outbox_age_seconds', 'Age of the oldest event not yet published', () => this.relay.age());
    metrics.gauges('bindery_consumer_lag', 'Events that wait for a consumer', 'consumer', async () => {
      const consumers = [...this.consumers].map(async ([name, consumer]) => [name, await consumer.lag()] as const);
      return (await Promise.all(consumers)).flatMap(([name, lag]) => (lag === undefined ? [] : [[name, lag] as const]));
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await stopAll([this.relay, this.deadLetters, this.sweep, ...this.consumers.values()]);
  }
}
