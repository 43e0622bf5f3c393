import type { ApiError } from '@bindery/contracts';

/** Milliseconds for which a line may be as long as a burst makes it; whoever still comes then asks for more than can be done. */
const burstTime = 1_000;

interface LimiterOptions {
  /** So many run at once, and as many wait. */
  bound: number;
  /** So many may wait for a short time, which is what those who come all at once take. By default no more than else. */
  burst?: number;
  /** What is thrown for whoever is refused. */
  refusal: () => ApiError;
  /** Milliseconds since some moment. */
  now?: () => number;
}

/**
 * Lets so many run at once and some wait; whoever comes then is refused at once. Many who come at the same time are let
 * wait; when more keep coming than can be done, so that somebody has been waiting all the time, the line may only be short:
 * a long one would make all of them late and nobody sooner.
 */
export class Limiter {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  /** Since when somebody has been waiting all the time. */
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

  /** Whether who comes now is refused, where so many others are going to come before. */
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
