import type { EventEnvelope } from '@bindery/contracts';
import type { Logger, Metrics } from '@bindery/observability';
import { Database } from '@bindery/persistence';
import type { Consumer } from './consumer';
import { Loop } from './loop';

interface Row {
  consumer: string;
  envelope: EventEnvelope;
}

/**
 * Events that failed on every attempt. An operator reads them in the table `dead_letter` and has one tried once more by
 * setting its `retry_at`: it then goes, or stays with its new error.
 */
export class DeadLetters {
  private readonly loop: Loop;
  private consumers: ReadonlyMap<string, Consumer> = new Map();

  constructor(
    private readonly db: Database,
    private readonly metrics: Metrics,
    private readonly logger: Logger,
  ) {
    this.loop = new Loop('dead letters', () => this.retry(), { every: 2_000, logger });
  }

  start(consumers: ReadonlyMap<string, Consumer>): void {
    this.consumers = consumers;
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  async add(consumer: string, event: EventEnvelope, error: unknown): Promise<void> {
    await this.db.run(
      `insert into dead_letter (consumer, event_id, envelope, error) values ($1, $2, $3, $4)
       on conflict (consumer, event_id) do update set error = excluded.error, failed_at = now(), retry_at = null`,
      [consumer, event.id, JSON.stringify(event), String(error).slice(0, 2000)],
    );
    this.metrics.deadLetters.inc({ consumer });
  }

  /** Delivers one event anew; answers whether there may be more. */
  private async retry(): Promise<boolean> {
    const [row] = await this.db.query<Row>(
      `select consumer, envelope from dead_letter where retry_at <= now() and consumer = any($1) order by retry_at limit 1`,
      [[...this.consumers.keys()]],
    );
    if (!row) return false;
    const { consumer, envelope } = row;
    try {
      await this.consumers.get(consumer)!.deliver(envelope);
      await this.db.run(`delete from dead_letter where consumer = $1 and event_id = $2`, [consumer, envelope.id]);
    } catch (error) {
      this.logger.warn({ err: error, consumer, event: envelope.id }, 'A dead letter failed again');
      await this.add(consumer, envelope, error);
    }
    return true;
  }
}
