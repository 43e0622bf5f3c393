import type { Msg, NatsConnection, Subscription } from 'nats';

/** Milliseconds until a refused subscription is tried again. */
const pause = 30_000;

/** A subscription that lasts as long as the connection. */
export interface LastingSubscription {
  /** Takes no further messages, and ends once those that have arrived are handled. */
  drain(): Promise<void>;
}

/**
 * The subscriptions of a process. The client ends one that the server refuses, and never makes it anew; these are tried
 * again after a reconnect and every 30 s, because the server may have other permissions by then.
 */
export class Subscriptions {
  /** Functions that subscribe anew where the server refuses now. */
  private readonly refused = new Set<() => void>();
  /** Those that are tried again now. */
  private tried: readonly (() => void)[] = [];
  private timer?: NodeJS.Timeout;
  private retrying?: Promise<void>;

  constructor(private readonly connection: NatsConnection) {}

  /** Whether the process hears nothing on a subject because the server refuses it. */
  get isAnyRefused(): boolean {
    return this.refused.size + this.tried.length > 0;
  }

  subscribe(subject: string, receive: (message: Msg) => void, queue?: string): LastingSubscription {
    const listen = (): Subscription =>
      this.connection.subscribe(subject, {
        queue,
        callback: (error, message) => (error ? this.refuse(again) : receive(message)),
      });
    let isDrained = false;
    const again = () => {
      if (!isDrained) current = listen();
    };
    let current = listen();
    const drain = () => {
      isDrained = true;
      return current.drain();
    };
    return { drain };
  }

  /** Tries the refused subscriptions again. */
  retry(): Promise<void> {
    return (this.retrying ??= this.subscribeAgain().finally(() => (this.retrying = undefined)));
  }

  private async subscribeAgain(): Promise<void> {
    clearTimeout(this.timer);
    if (this.connection.isClosed() || this.connection.isDraining()) return;
    this.tried = [...this.refused];
    this.refused.clear();
    this.tried.forEach((listen) => listen());
    // The server refuses before it answers this.
    await this.connection.flush().catch(() => undefined);
    this.tried = [];
  }

  private refuse(listen: () => void): void {
    this.refused.add(listen);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.retry(), pause).unref();
  }
}
