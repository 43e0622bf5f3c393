import {
  AckPolicy,
  ConsumerEvents,
  DeliverPolicy,
  nanos,
  type ConsumerMessages,
  type JetStreamManager,
  type JsMsg,
} from 'nats';
import type { EventEnvelope, EventType } from '@bindery/contracts';
import { runInContext, type Logger, type Metrics } from '@bindery/observability';
import { Database } from '@bindery/persistence';
import type { Nats } from '../connection';
import { Loop } from './loop';
import { streamExists, streamOf } from './streams';

const maxAttempts = 8;
const ackWait = 30_000;
/** Milliseconds before the next attempt, by the number of attempts made. */
const retryAfter = [100, 500, 2_000, 5_000, 15_000, 30_000, 60_000];

/** A durable consumer of one event type, with inbox and dead letters. */
export class Consumer {
  private readonly loop: Loop;
  private messages?: ConsumerMessages;
  private jsm?: JetStreamManager;

  constructor(
    private readonly durable: string,
    private readonly event: EventType,
    private readonly handle: (event: EventEnvelope) => Promise<void>,
    private readonly nats: Nats,
    private readonly db: Database,
    private readonly metrics: Metrics,
    private readonly logger: Logger,
  ) {
    this.loop = new Loop(`consumer ${durable}`, () => this.consume(), { every: 250, logger });
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    const stopped = this.loop.stop();
    await this.messages?.close().catch(() => undefined);
    await stopped;
  }

  /** Receives until the consumer or its stream is gone; the loop then makes them anew. */
  private async consume(): Promise<boolean> {
    const { service, subject } = this.event;
    this.jsm ??= await this.nats.connection.jetstreamManager({ checkAPI: false });
    // Only the service whose stream it is may make it; until it has, there is nothing to receive.
    if (!(await streamExists(this.jsm, service))) return false;
    await this.jsm.consumers.add(streamOf(service), {
      durable_name: this.durable,
      filter_subject: subject,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: nanos(ackWait),
      max_ack_pending: 64,
    });
    const consumer = await this.nats.connection.jetstream().consumers.get(streamOf(service), this.durable);
    this.messages = await consumer.consume({ max_messages: 32, idle_heartbeat: 5_000, expires: 10_000 });
    void this.watch(this.messages);
    for await (const message of this.messages) await this.receive(message);
    return false;
  }

  private async watch(messages: ConsumerMessages): Promise<void> {
    for await (const { type } of await messages.status()) {
      const gone = [
        ConsumerEvents.ConsumerDeleted,
        ConsumerEvents.ConsumerNotFound,
        ConsumerEvents.StreamNotFound,
        ConsumerEvents.HeartbeatsMissed,
      ];
      if (gone.includes(type as ConsumerEvents)) await messages.close().catch(() => undefined);
    }
  }

  private async receive(message: JsMsg): Promise<void> {
    const event = message.json<EventEnvelope>();
    try {
      await runInContext(
        { requestId: event.requestId, operation: this.durable, deadline: Date.now() + ackWait, hops: 0 },
        () => this.db.transaction(() => this.once(event)),
      );
      message.ack();
    } catch (error) {
      await this.failed(message, event, error);
    }
  }

  private async once(event: EventEnvelope): Promise<void> {
    const fresh = await this.db.run(`insert into inbox (consumer, event_id) values ($1, $2) on conflict do nothing`, [
      this.durable,
      event.id,
    ]);
    if (fresh) await this.handle(event);
  }

  private async failed(message: JsMsg, event: EventEnvelope, error: unknown): Promise<void> {
    const attempts = message.info.redeliveryCount;
    this.logger.warn(
      { err: error, consumer: this.durable, event: event.id, attempts },
      'An event could not be handled',
    );
    if (attempts < maxAttempts) return message.nak(retryAfter[attempts - 1] ?? 60_000);
    try {
      await this.giveUp(event, error);
      message.term();
    } catch {
      // The database is away; the event stays in the stream until it can be set aside.
      message.nak(60_000);
    }
  }

  private async giveUp(event: EventEnvelope, error: unknown): Promise<void> {
    await this.db.run(
      `insert into dead_letter (consumer, event_id, envelope, error) values ($1, $2, $3, $4)
       on conflict (consumer, event_id) do update set error = excluded.error, failed_at = now()`,
      [this.durable, event.id, JSON.stringify(event), String(error).slice(0, 2000)],
    );
    this.metrics.deadLetters.inc({ consumer: this.durable });
  }
}
