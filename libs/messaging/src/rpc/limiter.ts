import type { ApiError } from '@bindery/contracts';

/** Milliseconds for which the queue may have the length of a burst. If it is not empty by then, the load is too high. */
const burstTime = 1_000;

interface LimiterOptions {
  maxRunning: number;
  /** The number of callers that may wait for any time. */
  maxWaiting: number;
  /** The number of callers that may wait for a short time, in a burst. By default `maxWaiting`. */
  maxWaitingInBurst?: number;
  /** The error for a rejected caller. */
  refusal: () => ApiError;
  /** A clock in milliseconds. */
  now?: () => number;
}

/**
 * Limits the callers that run at once and that wait, and rejects others at once. In a burst more callers may wait. If the queue
 * has not been empty for some time, the load is too high, and the queue has to be short: a long queue would delay all callers,
 * and serve none of them sooner.
 */
export class Limiter {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  /** The time since which the queue has not been empty. */
  private waitedSince = 0;
  private onIdle?: () => void;
  private readonly now: () => number;

  constructor(private readonly options: LimiterOptions) {
    this.now = options.now ?? (() => performance.now());
  }

  /** The numbers of callers that run and that wait. */
  get load(): { running: number; waiting: number } {
    return { running: this.running, waiting: this.waiting.length };
  }

  /** Whether a new caller would be rejected, after `expected` other ones. */
  isFull(expected = 0): boolean {
    const { maxRunning, maxWaiting, maxWaitingInBurst = maxWaiting } = this.options;
    const present = this.running + this.waiting.length + expected;
    if (present < maxRunning + maxWaiting) return false;
    return (
      present >= maxRunning + maxWaitingInBurst ||
      (this.waiting.length > 0 && this.now() - this.waitedSince > burstTime)
    );
  }

  /** Resolves when no caller runs or waits. */
  async idle(): Promise<void> {
    if (this.running > 0) await new Promise<void>((resolve) => (this.onIdle = resolve));
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.isFull()) throw this.options.refusal();
    if (this.running < this.options.maxRunning) this.running++;
    else await this.wait();
    try {
      return await work();
    } finally {
      // A waiting caller takes the place, so the count stays.
      const next = this.waiting.shift();
      if (next) next();
      else if (--this.running === 0) this.onIdle?.();
    }
  }

  private wait(): Promise<void> {
    if (this.waiting.length === 0) this.waitedSince = this.now();
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
