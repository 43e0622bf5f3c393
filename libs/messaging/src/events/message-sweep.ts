import type { Logger } from '@bindery/observability';
import { Database, unasked } from '@bindery/persistence';
import { Loop } from '../loops/loop';
import { retentionDays } from './streams';

/** The maximum of rows that one statement deletes. */
const batchSize = 5_000;
/** Milliseconds. */
const hour = 60 * 60 * 1000;

/** The deleted rows: published events, receipts, and answers under an `Idempotency-Key`, each some time after it was stored. */
const sweeps = [
  { table: 'outbox', column: 'published_at', age: `${retentionDays} days` },
  { table: 'inbox', column: 'received_at', age: `${2 * retentionDays} days` },
  { table: 'idempotency', column: 'created_at', age: '24 hours' },
];

/** Deletes old rows of the messaging tables, however busy the service is. */
export class MessageSweep {
  private readonly loop: Loop;

  constructor(
    private readonly db: Database,
    logger: Logger,
  ) {
    this.loop = new Loop('messaging sweep', () => this.run(), { every: hour, logger });
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** Deletes a batch of each table. Returns whether there may be more. */
  async run(): Promise<boolean> {
    let hasMore = false;
    for (const { table, column, age } of sweeps) {
      const deleted = await this.db.run(
        `${unasked} delete from ${table} where ctid = any(array(
           select ctid from ${table} where ${column} < now() - interval '${age}' limit ${batchSize}))`,
      );
      hasMore ||= deleted === batchSize;
    }
    return hasMore;
  }
}
