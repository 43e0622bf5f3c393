import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@bindery/observability';
import { LOGGER } from '@bindery/service';
import type { ScriptLog } from '../runtime/script-runtime';
import { DeliverEvent, type Outcome } from './deliver-event';
import { EventQueueRepository, type AttemptResult } from '../queue/event-queue.repository';
import { EventRepository, type IntegrationEventRow } from '../queue/event.repository';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
/** The delay before each further attempt; after the last, the event has failed. */
const retryAfter = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour];
/** The rest of a run is released after this time, so that no other process takes it for abandoned. */
const longestRun = 15 * second;
/** The maximum of events that are sent, and whose results are stored, together. */
const sentTogether = 100;

/** Delivers events one after the other, and stores the results. */
@Injectable()
export class DeliveryRunner {
  private isStopping = false;

  constructor(
    private readonly queue: EventQueueRepository,
    private readonly events: EventRepository,
    private readonly delivery: DeliverEvent,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** All events belong to one installation. Results are stored while the next events are sent. */
  async run(events: IntegrationEventRow[]): Promise<void> {
    const begun = performance.now();
    const attempt = await this.delivery.to(events[0]!.integrationId);
    let noting: Promise<void> = Promise.resolve();
    for (let rest = events; rest.length > 0;) {
      if (this.isStopping || performance.now() - begun > longestRun) {
        await this.queue.release(rest);
        break;
      }
      const outcomes = await attempt(rest.slice(0, sentTogether)).catch((error: unknown) => [
        this.failed(rest[0]!, error),
      ]);
      const ended = outcomes.map((outcome, index) => endOf(rest[index]!, outcome));
      outcomes.forEach(({ logs }, index) => this.keep(rest[index]!.id, logs));
      await noting;
      noting = this.queue.end(ended);
      // Awaited in the next round; avoids an unhandled rejection.
      noting.catch(() => undefined);
      rest = rest.slice(outcomes.length);
    }
    await noting;
  }

  /** Runs end after the current event; other processes take the rest. */
  stop(): void {
    this.isStopping = true;
  }

  private failed(event: IntegrationEventRow, error: unknown): Outcome {
    this.logger.warn({ err: error, event: event.id }, 'An event could not be delivered');
    return { result: 'again', message: 'Internal error; the log has the details under the id of the event' };
  }

  /** Logs of work that a script continues after its answer delay nothing. */
  private keep(event: string, logs?: Promise<ScriptLog[]>): void {
    logs
      ?.then((lines) => (lines.length > 0 ? this.events.addLogs(event, lines) : undefined))
      .catch((error: unknown) => this.logger.warn({ err: error, event }, 'The logs of an event could not be kept'));
  }
}

function endOf(event: IntegrationEventRow, { result, message }: Outcome): AttemptResult {
  if (result === 'delivered') return { event, state: 'success', level: 'info', message, after: 0 };
  const delay = result === 'again' ? retryAfter[event.attempts] : undefined;
  if (delay === undefined) return { event, state: 'failed', level: 'error', message, after: 0 };
  // Spread at random, so that an integration that was down does not get all retries at once.
  const spread = delay * (0.9 + Math.random() * 0.2);
  return { event, state: 'retrying', level: 'warn', message, after: Math.round(spread) };
}
