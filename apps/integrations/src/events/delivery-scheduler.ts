import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Loop, Interval } from '@bindery/messaging';
import type { Logger } from '@bindery/observability';
import { LOGGER } from '@bindery/service';
import { INTEGRATIONS_CONFIG, type IntegrationsConfig } from '../integrations.config';
import { DeliveryRunner } from './delivery-runner';
import { EventQueueRepository } from '../queue/event-queue.repository';
import { RecordEvent } from '../queue/record-event';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
/** Concurrent runs of events in one process, and the maximum of them for the integrations of one owner. */
const workers = 6;
const workersOfOne = 2;

/** Delivers events, each until it succeeds or has failed too often. Another process resends the events of a killed one. */
@Injectable()
export class DeliveryScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly deliveries: Loop[];
  /** The indexes of workers that are delivering. */
  private readonly busy = new Set<number>();
  /** The owners of the running deliveries, once for each run. */
  private readonly owners: string[] = [];

  constructor(
    private readonly queue: EventQueueRepository,
    private readonly delivery: DeliveryRunner,
    added: RecordEvent,
    @Inject(INTEGRATIONS_CONFIG) private readonly config: IntegrationsConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.deliveries = Array.from(
      { length: workers },
      (_, index) =>
        new Loop(`events ${index}`, (isWoken) => this.step(index, isWoken), {
          every: index === 0 ? second : minute,
          logger,
        }),
    );
    added.onAdded(() => this.wakeOne());
  }

  onApplicationBootstrap(): void {
    for (const loop of this.deliveries) loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.delivery.stop();
    await Promise.all(this.deliveries.map((loop) => loop.stop()));
  }

  /** Removes some events that are older than the retention time; returns whether there may be more. */
  @Interval('event sweep', hour)
  sweep(): Promise<boolean> {
    return this.queue.sweep(this.config.EVENT_RETENTION_DAYS);
  }

  /** Of the workers that were not woken, only the first one looks for events. */
  private async step(index: number, isWoken: boolean): Promise<boolean> {
    if (!isWoken && !(await this.queue.isAnythingLeft())) return false;
    const run = await this.queue.claim(this.busyOwners());
    if (!run) return false;
    this.busy.add(index);
    this.owners.push(run.owner);
    // There may be events for another worker as well; if all workers looked each time, most would find none.
    this.wakeOne();
    try {
      await this.delivery.run(run.events);
    } finally {
      this.owners.splice(this.owners.indexOf(run.owner), 1);
      this.busy.delete(index);
    }
    return true;
  }

  private wakeOne(): void {
    this.deliveries.find((_, index) => !this.busy.has(index))?.wake();
  }

  /** Owners that use all workers they may have: their slow scripts leave the other workers to other owners. */
  private busyOwners(): string[] {
    return [...new Set(this.owners)].filter(
      (owner) => this.owners.filter((one) => one === owner).length >= workersOfOne,
    );
  }
}
