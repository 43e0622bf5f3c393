import type { JetStreamClient, JetStreamManager } from 'nats';
import { eventStream } from '@bindery/config';
import type { ServiceName } from '@bindery/contracts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger, Tracing } from '@bindery/observability';
import { Database, unasked } from '@bindery/persistence';
import type { Nats } from '../connection';
import type { Keyring } from '../trust/keyring';
import { signEvent } from './signed-event';
import { Loop } from '../loops/loop';
import type { Outbox } from './outbox';
import { findStream, retentionDays } from './streams';

const batchSize = 100;
/** Milliseconds between two batches: the relay publishes the first event at once, and later ones in batches. */
const between = 50;
/** The maximum of rows that one statement marks again. */
const republishSize = 5_000;
const checkStreamEvery = 5_000;
/**
 * The last published events, which NATS may have lost in a power cut: it writes to the disk every two minutes. To write at once
 * (`sync_interval: always`) takes 3 ms an event on a usual disk, 60 times as long as to publish it.
 */
const unsynced = '3 minutes';

/**
 * The retained events that went to an earlier stream, the oldest first. Both bounds of `published_at` let Postgres find them in its
 * index, instead of among all events of the retention time. An event is published after it is created, so the bound by
 * `published_at` leaves no retained event out.
 */
const ofEarlierStream = `from outbox o
  where o.published_at < (select republish_before from outbox_stream where name = $1)
    and o.published_at > now() - interval '${retentionDays} days'
    and o.created_at > now() - interval '${retentionDays} days'
  order by o.published_at`;

interface Row {
  id: string;
  subject: string;
  /** JSON of an `EventEnvelope`. */
  envelope: string;
  traceparent: string | null;
  /** The time at which the current stream was found to be new. */
  epoch: string | null;
}

/**
 * Publishes the outbox to the service's JetStream stream. The stream is only a cache: if it is new or has lost messages, the
 * events of the last days are published again, and consumers skip those whose ids they know. At the start and after NATS was away,
 * the last events are published again.
 */
export class Relay {
  private readonly loop: Loop;
  private readonly stream: string;
  private js?: JetStreamClient;
  private jsm?: JetStreamManager;
  private streamCheckedAt = 0;
  private publishedAt = 0;
  /** Whether the last batch was full. */
  private hasMore = false;
  /** The stream's last message that this process knows of. */
  private lastSequence = 0;
  private republishing = false;
  /** Whether the stream may lack the last events. */
  private mayLackLast = true;

  constructor(
    private readonly options: { service: ServiceName; keyring: Keyring; tracing?: Tracing },
    private readonly nats: Nats,
    private readonly db: Database,
    outbox: Outbox,
    logger: Logger,
  ) {
    this.stream = eventStream(options.service);
    this.loop = new Loop('outbox relay', (isWoken) => this.step(isWoken), { every: 1_000, logger });
    outbox.onCommit(() => this.loop.wake());
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** Publishes one batch. Returns whether there may be more. */
  private async step(isWoken: boolean): Promise<boolean> {
    if (!this.nats.isUp) {
      this.streamCheckedAt = 0;
      this.mayLackLast = true;
      return false;
    }
    // Until the gateway has made the stream, events wait in the outbox.
    if (Date.now() - this.streamCheckedAt >= checkStreamEvery && !(await this.checkStream())) return false;
    if (this.republishing) this.republishing = await this.republish();
    if (isWoken) await this.gather();
    else if (!(await this.isAnythingUnpublished())) return this.republishing;
    const published = await this.publishBatch().catch((error: unknown) => {
      this.streamCheckedAt = 0;
      throw error;
    });
    this.hasMore = published === batchSize;
    return this.republishing || this.hasMore;
  }

  private async publishBatch(): Promise<number> {
    return this.db.transaction(async () => {
      // A process that finds a new stream waits for the lock on its row, so that it sees all that went to the old one. The events
      // are marked before they are published, and not at all when that fails: nothing of the transaction is seen before its end.
      const rows = await this.db.query<Row>(
        `with stream as materialized (select republish_before from outbox_stream where name = $1 for share),
         next as materialized (
           select id from outbox where published_at is null order by id limit ${batchSize} for update skip locked),
         marked as (
           update outbox o set published_at = now() from next where o.id = next.id returning o.id, o.subject, o.envelope)
         select id, subject, envelope::text as envelope, envelope ->> 'traceparent' as traceparent,
           (select extract(epoch from republish_before)::text from stream) as epoch
         from marked order by id`,
        [this.stream],
      );
      if (rows.length === 0) return 0;
      this.publishedAt = Date.now();
      const span = this.spanOf(rows);
      const acknowledged = await Promise.all(
        rows.map((row) =>
          this.js!.publish(row.subject, row.envelope, {
            // A stream knows the ids of the last minutes even when it was emptied.
            msgID: `${row.id}.${row.epoch}`,
            headers: signEvent(this.options.keyring, row.subject, row.envelope),
            timeout: 5_000,
          }),
        ),
      ).finally(() => span?.end());
      this.lastSequence = Math.max(this.lastSequence, ...acknowledged.map(({ seq }) => seq));
      return rows.length;
    });
  }

  /** Waits for more events after a small batch. */
  private async gather(): Promise<void> {
    const remaining = this.publishedAt + between - Date.now();
    if (remaining > 0 && !this.hasMore) await sleep(remaining);
  }

  private async isAnythingUnpublished(): Promise<boolean> {
    const [row] = await this.db.query<{ waits: boolean }>(
      `${unasked} select exists (select from outbox where published_at is null) as waits`,
    );
    return row!.waits;
  }

  /** The span of a batch with events of traced requests. It is linked to their traces, because it belongs to several. */
  private spanOf(rows: Row[]) {
    const links = rows.flatMap(({ traceparent }) => traceparent ?? []);
    if (links.length === 0) return undefined;
    const attributes = { 'messaging.system': 'nats', 'messaging.destination.name': this.stream };
    return this.options.tracing?.span('publish events', { kind: 'producer', links, attributes });
  }

  /** Marks the events that a new or emptied stream lacks for publication. Returns whether there is a stream. */
  private async checkStream(): Promise<boolean> {
    this.jsm ??= await this.nats.connection.jetstreamManager({ checkAPI: false });
    this.js ??= this.nats.connection.jetstream();
    const known = this.lastSequence;
    // Read before the stream, so that events that another replica publishes in between do not count as lost.
    const [before] = await this.db.query<{ created: string | null; published: boolean; stale: boolean; asked: string }>(
      `${unasked} select (select created from outbox_stream where name = $1) as created,
         exists (select from outbox where published_at is not null) as published,
         coalesce((select true ${ofEarlierStream} limit 1), false) as stale,
         clock_timestamp()::text as asked`,
      [this.stream],
    );
    const found = await findStream(this.jsm, this.options.service);
    if (!found) return false;
    const { created, state } = found;
    const lost = state.last_seq < known || (state.messages === 0 && before!.published);
    const isNew = before!.created !== String(created) || lost;
    // If several replicas find this at the same time, one of them publishes again.
    if (isNew)
      await this.db.run(
        `insert into outbox_stream as s (name, created, republish_before) values ($1, $2, clock_timestamp())
         on conflict (name) do update set created = excluded.created, republish_before = clock_timestamp()
         where s.created <> excluded.created or ($3 and s.republish_before < $4::timestamptz)`,
        [this.stream, String(created), lost, before!.asked],
      );
    this.lastSequence = state.last_seq;
    if (isNew || before!.stale) this.republishing = true;
    if (this.mayLackLast) await this.republishLast();
    this.mayLackLast = false;
    this.streamCheckedAt = Date.now();
    return true;
  }

  /** Marks a batch of the events of an earlier stream as unpublished. Returns whether there may be more. */
  private async republish(): Promise<boolean> {
    const marked = await this.db.run(
      `update outbox set published_at = null where id in (select o.id ${ofEarlierStream} limit ${republishSize})`,
      [this.stream],
    );
    return marked === republishSize;
  }

  /** Marks the last published events as unpublished, but for those that another process publishes again meanwhile. */
  private async republishLast(): Promise<void> {
    const [last] = await this.db.query<{ since: string | null; now: string }>(
      `${unasked} select (max(published_at) - interval '${unsynced}')::text as since, clock_timestamp()::text as now from outbox`,
    );
    if (!last!.since) return;
    for (let marked = republishSize; marked === republishSize;)
      marked = await this.db.run(
        `${unasked} update outbox set published_at = null where id in (
           select id from outbox where published_at > $1 and published_at <= $2
             and created_at > now() - interval '${retentionDays} days'
           order by published_at limit ${republishSize} for update skip locked)`,
        [last!.since, last!.now],
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
