import type { JetStreamManager } from 'nats';
import { services, type EventConsumer, type ServiceName } from '@bindery/contracts';
import type { Logger } from '@bindery/observability';
import type { Nats } from '../connection';
import { Loop } from '../loops/loop';
import { ensureConsumer, ensureStream } from './streams';

/** Milliseconds between two checks of the streams. */
const lookEvery = 1_000;

/**
 * Creates the event streams of all services and their consumers, again if they were deleted. No other process may do so: NATS
 * permissions do not check the subjects and streams in a configuration, so it could give access to messages of other services.
 */
export class StreamKeeper {
  private readonly loop: Loop;
  private jsm?: JetStreamManager;
  /** The streams that have all their consumers, with the time of creation and the number of consumers. */
  private readonly complete = new Map<ServiceName, { created: string; consumers: number }>();

  constructor(
    private readonly nats: Nats,
    /** The consumers of all services. */
    private readonly consumers: readonly EventConsumer[],
    /** The number of NATS servers that store each event. */
    private readonly replicas: number,
    logger: Logger,
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
    await Promise.all(services.map((service) => this.complement(jsm, service)));
    return false;
  }

  private async complement(jsm: JetStreamManager, producer: ServiceName): Promise<void> {
    const { created, state } = await ensureStream(jsm, producer, this.replicas);
    const known = this.complete.get(producer);
    if (known?.created === String(created) && state.consumer_count >= known.consumers) return;
    const wanted = this.consumers.filter((consumer) => consumer.producer === producer);
    await Promise.all(wanted.map((consumer) => ensureConsumer(jsm, consumer)));
    const now = await ensureStream(jsm, producer, this.replicas);
    this.complete.set(producer, { created: String(now.created), consumers: now.state.consumer_count });
  }
}
