import type { JetStreamManager, StreamInfo } from 'nats';
import { services, type EventConsumer, type ServiceName } from '@bindery/contracts';
import type { Logger } from '@bindery/observability';
import type { Nats } from '../connection';
import { Loop } from '../loops/loop';
import { isCrowded, makeRoom } from './stream-room';
import { ensureConsumer, ensureStream, updateStream, type StreamSize } from './streams';

/** Milliseconds between two checks of the streams. */
const lookEvery = 1_000;
/** Milliseconds after which NATS is asked again for what it refused, and a full stream is reported again. */
const repeatAfter = 60_000;

/**
 * Creates the event streams of all services and their consumers, again if they were deleted, gives the streams their settings, and
 * removes what all consumers have acknowledged. No other process may do so: NATS permissions do not check the subjects and streams in a
 * configuration, so it could give access to messages of other services.
 */
export class StreamKeeper {
  private readonly loop: Loop;
  private jsm?: JetStreamManager;
  /** The streams that have all their consumers, with the time of creation and the number of consumers. */
  private readonly complete = new Map<ServiceName, { created: string; consumers: number }>();
  /** The times of creation of the streams that have their settings. */
  private readonly adjusted = new Map<string, string>();
  /** The times of the last warnings, by what they are about. */
  private readonly warnedAt = new Map<string, number>();

  constructor(
    private readonly nats: Nats,
    /** The consumers of all services. */
    private readonly consumers: readonly EventConsumer[],
    private readonly size: StreamSize,
    private readonly logger: Logger,
  ) {
    this.loop = new Loop('stream keeper', () => this.look(), { every: lookEvery, logger });
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  private async look(): Promise<boolean> {
    if (!this.nats.isUp) return false;
    this.jsm ??= await this.nats.connection.jetstreamManager({ checkAPI: false });
    const jsm = this.jsm;
    await Promise.all(services.map((service) => this.keep(jsm, service)));
    return false;
  }

  private async keep(jsm: JetStreamManager, producer: ServiceName): Promise<void> {
    const stream = await ensureStream(jsm, producer, this.size);
    const wanted = this.consumers.filter((consumer) => consumer.producer === producer);
    await this.complement(jsm, producer, stream, wanted);
    await this.adjust(jsm, stream);
    if (isCrowded(stream)) await this.clear(jsm, stream, wanted);
  }

  private async complement(
    jsm: JetStreamManager,
    producer: ServiceName,
    { created, state }: StreamInfo,
    wanted: readonly EventConsumer[],
  ): Promise<void> {
    const known = this.complete.get(producer);
    if (known?.created === String(created) && state.consumer_count >= known.consumers) return;
    await Promise.all(wanted.map((consumer) => ensureConsumer(jsm, consumer)));
    const now = await ensureStream(jsm, producer, this.size);
    this.complete.set(producer, { created: String(now.created), consumers: now.state.consumer_count });
  }

  /** Once for each stream: a process with earlier settings, which ends soon, does not take back those of a new one. */
  private async adjust(jsm: JetStreamManager, stream: StreamInfo): Promise<void> {
    const { name, num_replicas } = stream.config;
    const { replicas } = this.size;
    const subject = `settings of ${name}`;
    if (this.adjusted.get(name) === String(stream.created) || this.hasWarned(subject)) return;
    try {
      if (await updateStream(jsm, stream, this.size))
        this.logger.info({ stream: name, replicas, before: num_replicas }, 'A stream has new settings');
      this.adjusted.set(name, String(stream.created));
    } catch (error) {
      this.warn(subject, { err: error, stream: name, replicas, before: num_replicas }, refusedSettings);
    }
  }

  private async clear(jsm: JetStreamManager, stream: StreamInfo, wanted: readonly EventConsumer[]): Promise<void> {
    const { name, max_bytes } = stream.config;
    const durables = wanted.map(({ durable }) => durable);
    const held = { stream: name, bytes: stream.state.bytes, max_bytes };
    try {
      const room = await makeRoom(jsm, stream, durables);
      if (room?.removed === 0 && !this.hasWarned(name))
        this.warn(name, { ...held, consumer: room.slowest }, heldStream);
    } catch (error) {
      if (!this.hasWarned(name)) this.warn(name, { ...held, err: error }, refusedRoom);
    }
  }

  private hasWarned(about: string): boolean {
    return (this.warnedAt.get(about) ?? 0) > Date.now() - repeatAfter;
  }

  private warn(about: string, details: object, message: string): void {
    this.warnedAt.set(about, Date.now());
    this.logger.warn(details, message);
  }
}

const refusedSettings =
  'NATS does not give a stream its settings: STREAM_REPLICAS needs as many servers in the NATS cluster, and the user of the gateway the permissions of the NATS configuration of this version';
const refusedRoom =
  'NATS does not remove acknowledged events from a stream that is more than half full: the user of the gateway needs the permissions of the NATS configuration of this version';
const heldStream =
  'A stream is more than half full of events that a consumer has not acknowledged; when it is full, no event of the service is delivered: check that the service of the consumer runs';
