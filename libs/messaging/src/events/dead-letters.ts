import type { EventEnvelope } from '@bindery/contracts';
import type { Logger, Metrics } from '@bindery/observability';
import { Database, unasked } from '@bindery/persistence';
import { Loop } from '../loops/loop';
import { ackWait } from './streams';

/** Milliseconds for which one process has a letter to itself: afterwards the process has certainly ended its attempt, or itself. */
const claimTime = 2 * ackWait;

/** A recipient of events of one type. */
interface Recipient {
  deliver(event: EventEnvelope): Promise<void>;
}

interface Row {
  consumer: string;
  envelope: EventEnvelope;
}

/** A dead letter as an operator sees it. */
interface DeadLetter {
  consumer: string;
  event: string;
  type: string;
  organization: string | null;
  error: string;
  failedAt: string;
  /** It waits for another attempt. */
  retrying: boolean;
}

export interface DeadLetterFilter {
  event?: string;
  consumer?: string;
}

/** $1: the event, $2: the consumer. */
const chosen = `($1::uuid is null or event_id = $1) and ($2::text is null or consumer = $2)`;

/** The oldest first. */
export function listDeadLetters(db: Database, { event, consumer }: DeadLetterFilter, limit: number) {
  return db.query<DeadLetter>(
    `select consumer, event_id as event, envelope ->> 'type' as type, envelope ->> 'organization' as organization, error,
       to_char(failed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "failedAt", retry_at is not null as retrying
     from dead_letter where ${chosen} order by failed_at, event_id limit $3`,
    [event ?? null, consumer ?? null, limit],
  );
}

/** Schedules another attempt for each, by any process of the service. Returns their number. */
export const replayDeadLetters = (db: Database, { event, consumer }: DeadLetterFilter): Promise<number> =>
  db.run(`update dead_letter set retry_at = now() where ${chosen}`, [event ?? null, consumer ?? null]);

/**
 * Events that failed on every attempt. An operator can list and retry them: each is then removed, or stays with its new error.
 */
export class DeadLetters {
  private readonly loop: Loop;
  private consumers: ReadonlyMap<string, Recipient> = new Map();

  constructor(
    private readonly db: Database,
    private readonly metrics: Metrics,
    private readonly logger: Logger,
  ) {
    this.loop = new Loop('dead letters', () => this.retry(), { every: 2_000, logger });
  }

  start(consumers: ReadonlyMap<string, Recipient>): void {
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

  /** Delivers one event again. Returns whether there may be more. */
  private async retry(): Promise<boolean> {
    const row = await this.claim();
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

  /** Takes the letter that has waited longest. No other process takes it as well, unless this one does not finish it. */
  private async claim(): Promise<Row | undefined> {
    const [row] = await this.db.query<Row>(
      `${unasked} update dead_letter set retry_at = now() + $2 * interval '1 millisecond'
       where (consumer, event_id) = (
         select consumer, event_id from dead_letter where retry_at <= now() and consumer = any($1)
         order by retry_at limit 1 for update skip locked)
       returning consumer, envelope`,
      [[...this.consumers.keys()], claimTime],
    );
    return row;
  }
}
