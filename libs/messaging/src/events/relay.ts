import type { JetStreamClient, JetStreamManager } from 'nats';
import type { ServiceName } from '@bindery/contracts';
import type { Logger, Tracing } from '@bindery/observability';
import { Database } from '@bindery/persistence';
import type { Nats } from '../connection';
import { Loop } from './loop';
import type { Outbox } from './outbox';
import { ensureStream, retentionDays, streamOf } from './streams';

const batchSize = 100;
/** Rows that one statement about many of them touches. */
const sweepSize = 5_000;
const checkStreamEvery = 5_000;
const cleanEvery = 60 * 60 * 1000;

interface Row {
  id: string;
  subject: string;
  /** JSON of an `EventEnvelope`. */
  envelope: string;
  traceparent: string | null;
}

/**
 * Publishes the outbox to the service's JetStream stream. The stream is only a cache: when it is new or lost messages, the
 * last days are published again, and consumers recognise by event id what they have already had.
 */
export class Relay {
  private readonly loop: Loop;
  private readonly stream: string;
  private js?: JetStreamClient;
  private jsm?: JetStreamManager;
  private streamCheckedAt = 0;
  private cleanedAt = 0;
  /** The stream's last message that this process knows of. */
  private lastSequence = 0;
  private republishing = false;

  constructor(
    private readonly of: { service: ServiceName; replicas: number; tracing?: Tracing },
    private readonly nats: Nats,
    private readonly db: Database,
    outbox: Outbox,
    logger: Logger,
  ) {
    this.stream = streamOf(of.service);
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
    if (!this.nats.isUp) return false;
    if (Date.now() - this.streamCheckedAt >= checkStreamEvery) await this.checkStream();
    if (this.republishing) this.republishing = await this.republish();
    const published = await this.publishBatch().catch((error: unknown) => {
      this.streamCheckedAt = 0;
      throw error;
    });
    if (published < batchSize) await this.clean();
    return this.republishing || published === batchSize;
  }

  private async publishBatch(): Promise<number> {
    return this.db.transaction(async () => {
      const rows = await this.db.query<Row>(
        `select id, subject, envelope::text as envelope, envelope ->> 'traceparent' as traceparent
         from outbox where published_at is null order by id limit ${batchSize} for update skip locked`,
      );
      if (rows.length === 0) return 0;
      // Whoever finds a new stream waits for this, so that it sees all that went to the old one.
      const [stream] = await this.db.query<{ epoch: string }>(
        `select extract(epoch from republish_before)::text as epoch from outbox_stream where name = $1 for share`,
        [this.stream],
      );
      const span = this.spanOf(rows);
      const acknowledged = await Promise.all(
        rows.map((row) =>
          this.js!.publish(row.subject, row.envelope, {
            // A stream knows the ids of the last minutes even when it was emptied.
            msgID: `${row.id}.${stream?.epoch}`,
            timeout: 5_000,
          }),
        ),
      ).finally(() => span?.end());
      await this.db.run(`update outbox set published_at = now() where id = any($1)`, [rows.map(({ id }) => id)]);
      this.lastSequence = Math.max(this.lastSequence, ...acknowledged.map(({ seq }) => seq));
      return rows.length;
    });
  }

  /** Of a batch that holds what traced requests caused: it serves several of them, so it is linked and not their child. */
  private spanOf(rows: Row[]) {
    const links = rows.flatMap(({ traceparent }) => traceparent ?? []);
    if (links.length === 0) return undefined;
    const attributes = { 'messaging.system': 'nats', 'messaging.destination.name': this.stream };
    return this.of.tracing?.span('publish events', { kind: 'producer', links, attributes });
  }

  /** Makes the stream if it is gone, and has everything published again that a new or emptied one lacks. */
  private async checkStream(): Promise<void> {
    this.jsm ??= await this.nats.connection.jetstreamManager({ checkAPI: false });
    this.js ??= this.nats.connection.jetstream();
    const known = this.lastSequence;
    const { created, state } = await ensureStream(this.jsm, this.of.service, this.of.replicas);
    await this.db.transaction(async () => {
      const [row] = await this.db.query<{ created: string; published: boolean }>(
        `select created, exists (select from outbox where published_at is not null) as published
         from outbox_stream where name = $1`,
        [this.stream],
      );
      const lost = state.last_seq < known || (state.messages === 0 && row?.published);
      if (row?.created === String(created) && !lost) return;
      await this.db.run(
        `insert into outbox_stream (name, created, republish_before) values ($1, $2, clock_timestamp())
         on conflict (name) do update set created = excluded.created, republish_before = clock_timestamp()`,
        [this.stream, String(created)],
      );
    });
    this.lastSequence = state.last_seq;
    this.republishing = true;
    this.streamCheckedAt = Date.now();
  }

  /** Marks some of what an earlier stream held as unpublished; answers whether there may be more. */
  private async republish(): Promise<boolean> {
    const marked = await this.db.run(
      `update outbox set published_at = null where id in (
         select o.id from outbox o join outbox_stream s on s.name = $1 and o.published_at < s.republish_before
         where o.created_at > now() - interval '${retentionDays} days' order by o.published_at limit ${sweepSize})`,
      [this.stream],
    );
    return marked === sweepSize;
  }

  /** What can wait until nothing is to be published. */
  private async clean(): Promise<void> {
    if (Date.now() - this.cleanedAt < cleanEvery) return;
    const swept = [
      await this.sweep('outbox', 'published_at', `${retentionDays} days`),
      await this.sweep('inbox', 'received_at', `${2 * retentionDays} days`),
      await this.sweep('idempotency', 'created_at', '24 hours'),
    ];
    if (swept.every((rows) => rows < sweepSize)) this.cleanedAt = Date.now();
  }

  private sweep(table: string, column: string, age: string): Promise<number> {
    return this.db.run(
      `delete from ${table} where ctid = any(array(
         select ctid from ${table} where ${column} < now() - interval '${age}' limit ${sweepSize}))`,
    );
  }

  /** Seconds for which the oldest unpublished event has waited. */
  async age(): Promise<number> {
    const [row] = await this.db.query<{ age: number | null }>(
      `select extract(epoch from now() - min(created_at))::float as age from outbox where published_at is null`,
    );
    return row?.age ?? 0;
  }
}
