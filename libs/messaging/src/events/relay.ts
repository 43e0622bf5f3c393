import type { JetStreamClient, JetStreamManager } from 'nats';
import type { EventEnvelope, ServiceName } from '@bindery/contracts';
import type { Logger } from '@bindery/observability';
import { Database } from '@bindery/persistence';
import type { Nats } from '../connection';
import { Loop } from './loop';
import type { Outbox } from './outbox';
import { ensureStream, retentionDays } from './streams';

const batchSize = 100;
const checkStreamEvery = 5_000;
const cleanEvery = 60 * 60 * 1000;

interface Row {
  id: string;
  subject: string;
  envelope: EventEnvelope;
}

/**
 * Publishes the outbox to the service's JetStream stream. The stream is only a cache: when it is new or was emptied, the
 * last days are published again, and consumers recognise by event id what they have already had.
 */
export class Relay {
  private readonly loop: Loop;
  private js?: JetStreamClient;
  private jsm?: JetStreamManager;
  private streamCheckedAt = 0;
  private cleanedAt = 0;

  constructor(
    private readonly service: ServiceName,
    private readonly nats: Nats,
    private readonly db: Database,
    outbox: Outbox,
    logger: Logger,
  ) {
    this.loop = new Loop('outbox relay', () => this.step(), { every: 1_000, logger });
    outbox.onCommit(() => this.loop.wake());
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** Publishes one batch; answers whether there may be more. */
  private async step(): Promise<boolean> {
    await this.checkStream();
    const published = await this.publishBatch();
    if (published < batchSize) await this.rest();
    return published === batchSize;
  }

  private async publishBatch(): Promise<number> {
    return this.db.transaction(async () => {
      const rows = await this.db.query<Row>(
        `select id, subject, envelope from outbox where published_at is null order by id limit ${batchSize} for update skip locked`,
      );
      if (rows.length === 0) return 0;
      await Promise.all(
        rows.map((row) =>
          this.js!.publish(row.subject, JSON.stringify(row.envelope), { msgID: row.id, timeout: 5_000 }),
        ),
      );
      await this.db.run(`update outbox set published_at = now() where id = any($1)`, [rows.map(({ id }) => id)]);
      return rows.length;
    });
  }

  private async checkStream(): Promise<void> {
    if (Date.now() - this.streamCheckedAt < checkStreamEvery) return;
    this.jsm ??= await this.nats.connection.jetstreamManager({ checkAPI: false });
    this.js ??= this.nats.connection.jetstream();
    const { config, created } = await ensureStream(this.jsm, this.service);
    await this.db.transaction(async () => {
      const renewed = await this.db.run(
        `insert into outbox_stream (name, created) values ($1, $2)
         on conflict (name) do update set created = excluded.created where outbox_stream.created <> excluded.created`,
        [config.name, String(created)],
      );
      if (renewed)
        await this.db.run(
          `update outbox set published_at = null where created_at > now() - interval '${retentionDays} days'`,
        );
    });
    this.streamCheckedAt = Date.now();
  }

  /** What can wait until nothing is to be published. */
  private async rest(): Promise<void> {
    if (Date.now() - this.cleanedAt < cleanEvery) return;
    await this.db.run(`delete from outbox where published_at < now() - interval '${retentionDays} days'`);
    await this.db.run(`delete from inbox where received_at < now() - interval '${2 * retentionDays} days'`);
    await this.db.run(`delete from idempotency where created_at < now() - interval '24 hours'`);
    this.cleanedAt = Date.now();
  }

  /** Seconds for which the oldest unpublished event has waited. */
  async age(): Promise<number> {
    const [row] = await this.db.query<{ age: number | null }>(
      `select extract(epoch from now() - min(created_at))::float as age from outbox where published_at is null`,
    );
    return row?.age ?? 0;
  }
}
