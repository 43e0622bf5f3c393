import { unavailable } from '@bindery/contracts';

/** Lets so many run at once and as many wait; whoever comes then is refused with 503 at once. */
export class Limiter {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private onIdle?: () => void;

  constructor(
    private readonly bound: number,
    private readonly onShed: () => void = () => undefined,
  ) {}

  /** How many are at work and how many wait. */
  get load(): { running: number; waiting: number } {
    return { running: this.running, waiting: this.waiting.length };
  }

  /** Answers once nothing runs or waits. */
  async idle(): Promise<void> {
    if (this.running > 0) await new Promise<void>((resolve) => (this.onIdle = resolve));
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.bound) {
      if (this.waiting.length >= this.bound) {
        this.onShed();
        throw unavailable('The service is busy');
      }
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else this.running++;
    try {
      return await work();
    } finally {
      // A waiting request takes the place over, so the count stays.
      const next = this.waiting.shift();
      if (next) next();
      else if (--this.running === 0) this.onIdle?.();
    }
  }
}
