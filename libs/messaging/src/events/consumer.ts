import { setImmediate as nextTurn } from 'node:timers/promises';
import { ConsumerEvents, type ConsumerMessages, type JetStreamManager, type JsMsg } from 'nats';
import { eventStream } from '@bindery/config';
import type { EventEnvelope } from '@bindery/contracts';
import { runInContext, within, type Logger, type Span, type RootStart, type Tracing } from '@bindery/observability';
import { Database } from '@bindery/persistence';
import type { Nats } from '../connection';
import { recordReceipts } from './consumes';
import type { DeadLetters } from './dead-letters';
import { Loop } from '../loops/loop';
import { deliveryOf } from './delivery';
import { checkEvent } from './signed-event';
import type { Handle, Subscription } from './subscription';
import { ackWait, ifFound } from './streams';
import type { Keyring } from '../trust/keyring';
import { MalformedMessage } from '../wire/malformed';
import { headersOf } from '../wire/wire';
import { readEvent } from '../validation/event';

const mostWaiting = 32;
/** Milliseconds for which consecutive events are collected, where several may share a transaction. */
const collecting = 20;
/** The statuses that show that the consumer no longer exists. */
const gone: string[] = [
  ConsumerEvents.ConsumerDeleted,
  ConsumerEvents.ConsumerNotFound,
  ConsumerEvents.StreamNotFound,
  // The only status of a request for more just after the deletion.
  ConsumerEvents.NoResponders,
  ConsumerEvents.HeartbeatsMissed,
];

/** A durable consumer of one event type, with inbox and dead letters. */
export class Consumer {
  private readonly loop: Loop;
  private messages?: ConsumerMessages;
  private jsm?: JetStreamManager;
  private stopped = false;
  /** Whether it handles no more events, because it stops or the database is down. */
  private leaving = false;
  /** Received messages that wait for earlier ones. */
  private readonly waiting: JsMsg[] = [];
  private isWorking = false;
  /** Whether the last events shared a transaction, so that more can be expected. */
  private isBusy = false;
  /** Ends the pause in which events are collected. */
  private endPause: () => void = () => undefined;
  /** Received messages that return to the server. */
  private toReturn: JsMsg[] = [];

  constructor(
    private readonly subscription: Subscription,
    private readonly nats: Nats,
    private readonly keyring: Keyring,
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

  /** Ends after the current events. Waiting events return to the server at once. */
  async stop(): Promise<void> {
    this.stopped = true;
    const ended = this.loop.stop();
    await this.leave();
    await ended;
  }

  private async leave(): Promise<void> {
    this.leaving = true;
    this.endPause();
    await this.messages?.close().catch(() => undefined);
  }

  /** The number of waiting events; undefined where it cannot be read, because 0 would say that all is well. */
  async lag(): Promise<number | undefined> {
    const { durable, event } = this.subscription;
    const info = await this.jsm?.consumers.info(eventStream(event.service), durable).catch(() => undefined);
    return info && info.num_pending + info.num_ack_pending;
  }

  /** Receives until the consumer or its stream is deleted. The loop then waits until the gateway has created them again. */
  private async consume(): Promise<boolean> {
    // Without the database, events would use up their attempts.
    if (!this.nats.isUp || !(await this.db.isReady())) return false;
    const { durable, event } = this.subscription;
    const stream = eventStream(event.service);
    this.jsm ??= await this.nats.connection.jetstreamManager({ checkAPI: false });
    const consumer = await ifFound(this.nats.connection.jetstream().consumers.get(stream, durable));
    if (!consumer) return false;
    const messages = await consumer.consume({ max_messages: mostWaiting, idle_heartbeat: 5_000, expires: 10_000 });
    this.messages = messages;
    this.leaving = this.stopped;
    // The end of `close` comes only to an iterator, so it is not awaited.
    if (this.leaving) void messages.close();
    void this.watch(messages);
    let work: Promise<void> | undefined;
    for await (const message of messages) {
      this.waiting.push(message);
      if (this.waiting.length >= this.subscription.batchSize) this.endPause();
      if (!this.isWorking) work = this.work();
      if (this.waiting.length >= mostWaiting) await work;
    }
    await work;
    this.toReturn.push(...this.waiting.splice(0));
    // The server has to know first that nothing is received here any more, or it would send them here again.
    if (this.toReturn.length > 0 && this.nats.isUp) await this.nats.connection.flush();
    // The newest first: nats-server 2.9 sends the newest again for whichever goes back first.
    for (const message of this.toReturn.splice(0).reverse()) message.nak();
    return false;
  }

  private async watch(messages: ConsumerMessages): Promise<void> {
    for await (const { type } of await messages.status())
      if (gone.includes(type)) await messages.close().catch(() => undefined);
  }

  private async work(): Promise<void> {
    this.isWorking = true;
    try {
      const { batchSize, linger } = this.subscription;
      // Messages of one packet have all arrived after the turn of the event loop.
      if (batchSize > 1) await nextTurn();
      while (this.waiting.length > 0 && !this.leaving) {
        const pause = linger || (this.isBusy ? collecting : 0);
        if (pause > 0 && this.waiting.length < batchSize) await this.collect(pause);
        if (this.leaving) break;
        const messages = this.waiting.splice(0, batchSize);
        this.isBusy = messages.length > 1;
        if (messages.length > 1 && (await this.receiveTogether(messages))) continue;
        for (const message of messages) {
          // Handling a message may show that the database is down: the later ones keep their attempts.
          if (this.leaving) this.toReturn.push(message);
          else await this.receive(message);
        }
      }
    } catch (error) {
      // The server sends messages without an answer again.
      this.logger.error({ err: error, consumer: this.subscription.durable }, 'A consumer failed');
      // Closing ends with the loop that waits for this.
      void this.leave();
    } finally {
      this.isWorking = false;
    }
  }

  /** Waits for more events, until a batch is full. */
  private collect(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Handles all events or, if one of them fails, none. Each is then handled alone, which shows which one fails. */
  private async receiveTogether(messages: JsMsg[]): Promise<boolean> {
    try {
      // A message that is delivered again may be the one that fails, or that ends its process.
      if (messages.some((message) => this.attemptsOf(message) > 1)) return false;
      const events = messages.map((message) => this.read(message));
      await this.deliverTogether(events);
    } catch {
      return false;
    }
    for (const message of messages) message.ack();
    return true;
  }

  private async deliverTogether(events: EventEnvelope[]): Promise<void> {
    const { handle } = this.subscription;
    // If an event fails after a write, Postgres rolls back the writes of all. If it fails before, the others are stored with
    // their receipts. In both cases this throws, so that each is handled alone.
    if ('one' in handle) {
      const outcomes = await this.db.shared(events.map((event) => ({ work: () => this.deliver(event) })));
      const failure = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failure) throw failure.reason;
    } else {
      const links = events.flatMap(({ traceparent }) => traceparent ?? []);
      await this.traced(links.length > 0 ? { links } : undefined, (span) => this.takeAll(handle, events, span));
    }
  }

  private async receive(message: JsMsg): Promise<void> {
    const { retryAfter } = this.subscription;
    let event: EventEnvelope;
    let attempts: number;
    try {
      attempts = this.attemptsOf(message);
      event = this.read(message);
    } catch (error) {
      return this.putAside(message, error as MalformedMessage);
    }
    try {
      // An event that kills its process is never counted as failed.
      if (attempts > retryAfter.length + 1) throw new Error('No attempt came to an end');
      await this.deliver(event);
      message.ack();
    } catch (error) {
      await this.failed(message, event, error);
    }
  }

  /** Throws `MalformedMessage` for any message that is not an event of its producer. */
  private read(message: JsMsg): EventEnvelope {
    const { event } = this.subscription;
    checkEvent(this.keyring, event, message.data, headersOf('event', message));
    return readEvent(event, message.data);
  }

  /** The number of its deliveries. Throws `MalformedMessage` for a message of another consumer. */
  private attemptsOf(message: JsMsg): number {
    const info = deliveryOf(message);
    const { durable, event } = this.subscription;
    if (info?.stream === eventStream(event.service) && info.consumer === durable) return info.redeliveryCount;
    throw new MalformedMessage('event', 'it does not come from the stream');
  }

  /** Ends its delivery. It stays in the stream under its number for as long as all events do. */
  private putAside(message: JsMsg, { kind, reason }: MalformedMessage): void {
    const info = deliveryOf(message);
    const place = info ? `${message.subject} ${info.streamSequence}` : message.subject;
    this.nats.malformed.note(kind, place, reason);
    // Without it, the acknowledgement would go to the reply subject that the sender named.
    if (info) message.term();
  }

  /** Handles the event, unless there is a receipt of it. */
  async deliver(event: EventEnvelope): Promise<void> {
    // The effects of an event belong to the trace of the request that caused it, however late they come.
    await this.traced(event.traceparent ? { parent: event.traceparent } : undefined, (span) =>
      this.effect(event, span),
    );
  }

  private traced(start: Pick<RootStart, 'parent' | 'links'> | undefined, work: (span?: Span) => Promise<void>) {
    const { durable, event } = this.subscription;
    const attributes = { 'messaging.system': 'nats', 'messaging.destination.name': event.subject };
    const span = start && this.tracing?.span(durable, { kind: 'consumer', ...start, attributes });
    return span ? within(span, () => work(span)) : work();
  }

  private async effect(event: EventEnvelope, span?: Span): Promise<void> {
    const { handle, writesRarely } = this.subscription;
    if ('all' in handle) return this.takeAll(handle, [event], span);
    const enter = () => this.db.loadBatched(this.noteReceipts, event.id);
    await this.inContext(event, span, () =>
      writesRarely
        ? this.db.transactionOnWrite(enter, () => handle.one(event))
        : this.db.transaction(async () => {
            if (await enter()) await handle.one(event);
          }),
    );
  }

  private takeAll(handle: Extract<Handle, { all: unknown }>, events: EventEnvelope[], span?: Span): Promise<void> {
    return this.inContext(events[0]!, span, () => handle.all(events, this.subscription.durable));
  }

  private inContext({ requestId }: EventEnvelope, span: Span | undefined, work: () => Promise<void>): Promise<void> {
    const { durable: operation } = this.subscription;
    return runInContext({ requestId, operation, deadline: Date.now() + ackWait, hops: 0, span }, work);
  }

  /** Records receipts. Returns the events that had none. */
  private readonly noteReceipts = async (events: string[]): Promise<boolean[]> => {
    const fresh = await recordReceipts(this.db, this.subscription.durable, events);
    // An event that is named twice is new to the first only: `delete` says whether it still was among them.
    return events.map((event) => fresh.delete(event));
  };

  private async failed(message: JsMsg, event: EventEnvelope, error: unknown): Promise<void> {
    const { durable, retryAfter } = this.subscription;
    const attempts = message.info.redeliveryCount;
    this.logger.warn({ err: error, consumer: durable, event: event.id, attempts }, 'An event could not be handled');
    if (!(await this.db.isReady())) {
      this.toReturn.push(message);
      // Closing ends with the loop that waits for this message.
      return void this.leave();
    }
    if (attempts <= retryAfter.length) return message.nak(retryAfter[attempts - 1]);
    try {
      await this.deadLetters.add(durable, event, error);
      message.term();
    } catch {
      // The database is down. The event stays in the stream until it can be stored as a dead letter.
      message.nak(retryAfter.at(-1));
    }
  }
}
