import { setTimeout as sleep } from 'node:timers/promises';
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
import { runInContext, within, type Logger, type Span, type Tracing } from '@bindery/observability';
import { Database } from '@bindery/persistence';
import type { Nats } from '../connection';
import type { DeadLetters } from './dead-letters';
import { Loop } from './loop';
import { streamExists, streamOf } from './streams';

const ackWait = 30_000;
const mostWaiting = 32;
/** Milliseconds for which events that come one after the other are collected, where several may share a transaction. */
const collecting = 20;
/** Whatever shows that the consumer has to be made anew. */
const gone: string[] = [
  ConsumerEvents.ConsumerDeleted,
  ConsumerEvents.ConsumerNotFound,
  ConsumerEvents.StreamNotFound,
  // What asks for more just after the deletion is told this alone.
  ConsumerEvents.NoResponders,
  ConsumerEvents.HeartbeatsMissed,
];

/** What one durable consumer receives and does. */
export interface Subscription {
  durable: string;
  event: EventType;
  handle: (event: EventEnvelope) => Promise<void>;
  /** Milliseconds before the next attempt, by the number of attempts made; after one more the event is set aside. */
  retryAfter: readonly number[];
  /** How many events that wait may share a transaction. */
  atOnce: number;
}

/** A durable consumer of one event type, with inbox and dead letters. */
export class Consumer {
  private readonly loop: Loop;
  private messages?: ConsumerMessages;
  private jsm?: JetStreamManager;
  private stopped = false;
  /** Whether nothing more is taken up: it stops, or the database is away. */
  private leaving = false;
  /** What was received and waits for what came before it. */
  private readonly waiting: JsMsg[] = [];
  private isWorking = false;
  /** Whether the last events shared a transaction: more are to be expected. */
  private isBusy = false;
  /** What was received and goes back. */
  private left: JsMsg[] = [];

  constructor(
    private readonly subscription: Subscription,
    private readonly nats: Nats,
    private readonly db: Database,
    private readonly deadLetters: DeadLetters,
    private readonly logger: Logger,
    private readonly tracing?: Tracing,
  ) {
    this.loop = new Loop(`consumer ${subscription.durable}`, () => this.consume(), { every: 250, logger });
  }

  start(): void {
    this.loop.start();
  }

  /** Ends after what is in hand; events that wait go back at once. */
  async stop(): Promise<void> {
    this.stopped = true;
    const ended = this.loop.stop();
    await this.leave();
    await ended;
  }

  private async leave(): Promise<void> {
    this.leaving = true;
    await this.messages?.close().catch(() => undefined);
  }

  /** How many events wait for it; 0 as long as there is no stream. */
  async lag(): Promise<number> {
    const { durable, event } = this.subscription;
    const info = await this.jsm?.consumers.info(streamOf(event.service), durable).catch(() => undefined);
    return info ? info.num_pending + info.num_ack_pending : 0;
  }

  /** Receives until the consumer or its stream is gone; the loop then makes them anew. */
  private async consume(): Promise<boolean> {
    // Events that nothing can be done with would use up their attempts.
    if (!this.nats.isUp || !(await this.db.isReady())) return false;
    const { durable, event } = this.subscription;
    const stream = streamOf(event.service);
    this.jsm ??= await this.nats.connection.jetstreamManager({ checkAPI: false });
    // Only the service whose stream it is may make it; until it has, there is nothing to receive.
    if (!(await streamExists(this.jsm, event.service))) return false;
    await this.jsm.consumers.add(stream, {
      durable_name: durable,
      filter_subject: event.subject,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: nanos(ackWait),
      max_ack_pending: 64,
    });
    const consumer = await this.nats.connection.jetstream().consumers.get(stream, durable);
    const messages = await consumer.consume({ max_messages: mostWaiting, idle_heartbeat: 5_000, expires: 10_000 });
    this.messages = messages;
    this.leaving = this.stopped;
    // What it waits for comes only to who iterates.
    if (this.leaving) void messages.close();
    void this.watch(messages);
    let work: Promise<void> | undefined;
    for await (const message of messages) {
      this.waiting.push(message);
      if (!this.isWorking) work = this.work();
      if (this.waiting.length >= mostWaiting) await work;
    }
    await work;
    this.left.push(...this.waiting.splice(0));
    // The server has to know first that nothing is received here any more, or it would send them here again.
    if (this.left.length > 0 && this.nats.isUp) await this.nats.connection.flush();
    // The newest first: nats-server 2.9 sends the newest again for whichever goes back first.
    for (const message of this.left.splice(0).reverse()) message.nak();
    return false;
  }

  private async watch(messages: ConsumerMessages): Promise<void> {
    for await (const { type } of await messages.status())
      if (gone.includes(type)) await messages.close().catch(() => undefined);
  }

  private async work(): Promise<void> {
    this.isWorking = true;
    try {
      const { atOnce } = this.subscription;
      while (this.waiting.length > 0 && !this.leaving) {
        if (this.isBusy && this.waiting.length < atOnce) await sleep(collecting);
        const messages = this.waiting.splice(0, atOnce);
        this.isBusy = messages.length > 1;
        if (messages.length > 1 && (await this.receiveTogether(messages))) continue;
        for (const message of messages) await (this.leaving ? this.left.push(message) : this.receive(message));
      }
    } catch (error) {
      // What it gave no answer to, the server sends again.
      this.logger.error({ err: error, consumer: this.subscription.durable }, 'A consumer failed');
      // Closing ends with the loop that waits for this.
      void this.leave();
    } finally {
      this.isWorking = false;
    }
  }

  /** Has all take effect or, when one of them fails, none: each alone then shows which. */
  private async receiveTogether(messages: JsMsg[]): Promise<boolean> {
    // What was delivered before may be what fails, or ends its process.
    if (messages.some(({ info }) => info.redeliveryCount > 1)) return false;
    try {
      const events = messages.map((message) => message.json<EventEnvelope>());
      // One that fails has what they all wrote undone: their receipts at least.
      await this.db.shared(events.map((event) => ({ work: () => this.deliver(event) })));
    } catch {
      return false;
    }
    for (const message of messages) message.ack();
    return true;
  }

  private async receive(message: JsMsg): Promise<void> {
    const { retryAfter } = this.subscription;
    const attempts = message.info.redeliveryCount;
    let event: EventEnvelope | undefined;
    try {
      event = message.json<EventEnvelope>();
      // An event that kills its process never comes to be counted as failed.
      if (attempts > retryAfter.length + 1) throw new Error('No attempt came to an end');
      await this.deliver(event);
      message.ack();
    } catch (error) {
      await this.failed(message, event, error);
    }
  }

  /** Has the event take effect, unless it has had it. */
  async deliver(event: EventEnvelope): Promise<void> {
    const { durable, event: type } = this.subscription;
    // What an event leads to belongs to the trace of the request that caused it, however late it comes.
    const attributes = { 'messaging.system': 'nats', 'messaging.destination.name': type.subject };
    const span = event.traceparent
      ? this.tracing?.span(durable, { kind: 'consumer', parent: event.traceparent, attributes })
      : undefined;
    await (span ? within(span, () => this.effect(event, span)) : this.effect(event));
  }

  private async effect(event: EventEnvelope, span?: Span): Promise<void> {
    const { durable, handle } = this.subscription;
    await runInContext(
      { requestId: event.requestId, operation: durable, deadline: Date.now() + ackWait, hops: 0, span },
      () =>
        this.db.transaction(async () => {
          if (await this.db.together(this.noteReceipts, event.id)) await handle(event);
        }),
    );
  }

  /** Records receipts; answers which of the events had none. */
  private readonly noteReceipts = async (events: string[]): Promise<boolean[]> => {
    const rows = await this.db.query<{ event: string }>(
      `insert into inbox (consumer, event_id) select $1, unnest($2::uuid[])
       on conflict do nothing returning event_id as event`,
      [this.subscription.durable, events],
    );
    const fresh = new Set(rows.map(({ event }) => event));
    return events.map((event) => fresh.delete(event));
  };

  private async failed(message: JsMsg, event: EventEnvelope | undefined, error: unknown): Promise<void> {
    const { durable, retryAfter } = this.subscription;
    const attempts = message.info.redeliveryCount;
    this.logger.warn({ err: error, consumer: durable, event: event?.id, attempts }, 'An event could not be handled');
    if (!event) return message.term();
    if (!(await this.db.isReady())) {
      this.left.push(message);
      // Closing ends with the loop that waits for this message.
      return void this.leave();
    }
    if (attempts <= retryAfter.length) return message.nak(retryAfter[attempts - 1]);
    try {
      await this.deadLetters.add(durable, event, error);
      message.term();
    } catch {
      // The database is away; the event stays in the stream until it can be set aside.
      message.nak(retryAfter.at(-1));
    }
  }
}
