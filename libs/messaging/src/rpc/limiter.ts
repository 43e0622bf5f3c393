import type { ApiError } from '@bindery/contracts';

/** Milliseconds for which a line may be as long as a burst makes it; callers that still come then ask for more than can be done. */
const burstTime = 1_000;

interface LimiterOptions {
  /** So many run at once, and as many wait. */
  bound: number;
  /** So many may wait for a short time, for a burst of callers. By default no more than at other times. */
  burst?: number;
  /** The error for a caller that is refused. */
  refusal: () => ApiError;
  /** Milliseconds since some moment. */
  now?: () => number;
}

/**
 * Lets so many callers run at once and some wait; it refuses further ones at once. A burst of callers may wait. When the line
 * has not been empty for some time, more come than can be done, and the line may only be short:
 * a long one would make all of them late and none of them sooner.
 */
export class Limiter {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  /** The moment since which the line has not been empty. */
  private waitedSince = 0;
  private onIdle?: () => void;
  private readonly now: () => number;

  constructor(private readonly options: LimiterOptions) {
    this.now = options.now ?? (() => performance.now());
  }

  /** How many are at work and how many wait. */
  get load(): { running: number; waiting: number } {
    return { running: this.running, waiting: this.waiting.length };
  }

  /** Whether a caller that comes now is refused, where `expected` others come before it. */
  isFull(expected = 0): boolean {
    const { bound, burst = bound } = this.options;
    const present = this.running + this.waiting.length + expected;
    if (present < 2 * bound) return false;
    return present >= bound + burst || (this.waiting.length > 0 && this.now() - this.waitedSince > burstTime);
  }

  /** Answers once nothing runs or waits. */
  async idle(): Promise<void> {
    if (this.running > 0) await new Promise<void>((resolve) => (this.onIdle = resolve));
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.isFull()) throw this.options.refusal();
    if (this.running < this.options.bound) this.running++;
    else await this.wait();
    try {
      return await work();
    } finally {
      // A waiting request takes the place over, so the count stays.
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
