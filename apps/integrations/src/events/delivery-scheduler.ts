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
/** Runs of events at the same time in one process, and of those the ones that go to one owner's integrations. */
const workers = 6;
const workersOfOne = 2;

/** Delivers events, each until it succeeds or has failed too often. What a killed process had in hand another one sends again. */
@Injectable()
export class DeliveryScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly deliveries: Loop[];
  /** Which of them are delivering. */
  private readonly busy = new Set<number>();
  /** The owners of what is being delivered to, once for each run. */
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

  /** Removes some that are older than they are kept; answers whether there may be more. */
  @Interval('event sweep', hour)
  sweep(): Promise<boolean> {
    return this.queue.sweep(this.config.EVENT_RETENTION_DAYS);
  }

  /** Of those that nobody wakes the first one looks for all. */
  private async step(index: number, isWoken: boolean): Promise<boolean> {
    if (!isWoken && !(await this.queue.isAnythingLeft())) return false;
    const run = await this.queue.claim(this.busyOwners());
    if (!run) return false;
    this.busy.add(index);
    this.owners.push(run.owner);
    // There may be something for another one as well; if all of them looked each time, most would in vain.
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

  /** Owners whose scripts have all the workers that they get: slow ones leave the others to everybody else. */
  private busyOwners(): string[] {
    return [...new Set(this.owners)].filter(
      (owner) => this.owners.filter((one) => one === owner).length >= workersOfOne,
    );
  }
}
