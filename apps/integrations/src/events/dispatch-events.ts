import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Loop } from '@bindery/messaging';
import type { Logger } from '@bindery/observability';
import { LOGGER } from '@bindery/service';
import { INTEGRATIONS_CONFIG, type IntegrationsConfig } from '../integrations.config';
import type { ScriptLog } from '../runtime/script-runtime';
import { DeliverEvent, type Outcome } from './deliver-event';
import { EventQueueRepository } from './event-queue.repository';
import { EventRepository, type IntegrationEventRow } from './event.repository';
import { RecordEvent } from './record-event';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
/** Before each further attempt; after the last, the event is given up. */
export const retryAfter = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour];
/** Deliveries at the same time in one process. */
const workers = 4;

/** Delivers events, each until it succeeds or has failed too often. What a killed process had in hand another one sends again. */
@Injectable()
export class DispatchEvents implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loops: Loop[];

  constructor(
    private readonly queue: EventQueueRepository,
    private readonly delivery: DeliverEvent,
    private readonly events: EventRepository,
    added: RecordEvent,
    @Inject(INTEGRATIONS_CONFIG) config: IntegrationsConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const dispatch = () => this.step();
    const deliveries = Array.from(
      { length: workers },
      (_, index) => new Loop(`events ${index}`, dispatch, { every: second, logger }),
    );
    const sweep = () => queue.sweep(config.EVENT_RETENTION_DAYS);
    this.loops = [...deliveries, new Loop('event sweep', sweep, { every: hour, logger })];
    added.onAdded(() => deliveries.forEach((loop) => loop.wake()));
  }

  onApplicationBootstrap(): void {
    for (const loop of this.loops) loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }

  private async step(): Promise<boolean> {
    const event = await this.queue.claim();
    if (!event) return false;
    const outcome = await this.delivery.attempt(event).catch((error: unknown): Outcome => {
      this.logger.warn({ err: error, event: event.id }, 'An event could not be delivered');
      return { result: 'again', message: 'Internal error; the log has the details under the id of the event' };
    });
    await this.note(event, outcome);
    if (outcome.logs) this.keep(event.id, outcome.logs);
    return true;
  }

  /** What a script goes on with after its answer holds up nothing. */
  private keep(event: string, logs: Promise<ScriptLog[]>): void {
    logs
      .then((lines) => (lines.length > 0 ? this.events.addLogs(event, lines) : undefined))
      .catch((error: unknown) => this.logger.warn({ err: error, event }, 'The logs of an event could not be kept'));
  }

  private note(event: IntegrationEventRow, { result, message }: Outcome): Promise<void> {
    if (result === 'delivered') return this.queue.end(event, 'success', { level: 'info', message });
    const delay = result === 'again' ? retryAfter[event.attempts] : undefined;
    if (delay === undefined) return this.queue.end(event, 'failed', { level: 'error', message });
    // Spread, so that those who were away are not met by everything at once.
    const spread = delay * (0.9 + Math.random() * 0.2);
    return this.queue.end(event, 'retrying', { level: 'warn', message }, Math.round(spread));
  }
}
