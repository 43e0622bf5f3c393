import { setTimeout as timer } from 'node:timers/promises';
import { BusyError, ModelError, throwIfAbandoned } from './model-errors';

/** The most milliseconds that a caller waits for a server with a `retry-after`. */
const longestPause = 60_000;
/** The most milliseconds without calls of a server: its `retry-after` may be wrong. */
const longestRest = 3_600_000;
/** Milliseconds before the second attempt at a server that does not say how long to wait, doubled for each further one. */
const firstPause = 500;

/** Lets so many calls of a server a minute begin, evenly, and none while the server wants to be left alone. */
export class RateLimiter {
  private next = 0;
  private closedUntil = 0;

  constructor(
    private readonly perMinute: number,
    /** How often a call is made again that met a busy server. */
    private readonly retries: number,
  ) {}

  /** Makes a call in its turn, again while the server is busy. Throws what it throws, and `AbandonedError`. */
  async run<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      await this.turn(signal);
      throwIfAbandoned(signal);
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof BusyError)) throw error;
        throwIfAbandoned(signal);
        const { after } = error;
        if (after !== undefined) this.rest(after);
        if (attempt === this.retries) throw error;
        if (after === undefined) await sleep(firstPause * 2 ** attempt, signal);
      }
    }
  }

  private rest(milliseconds: number): void {
    this.closedUntil = Math.max(this.closedUntil, performance.now() + Math.min(milliseconds, longestRest));
  }

  private async turn(signal?: AbortSignal): Promise<void> {
    for (let at = -1; at < this.closedUntil;) {
      const now = performance.now();
      if (this.closedUntil - now > longestPause)
        throw new ModelError('The model server asks to wait for more than a minute', true);
      at = Math.max(now, this.next, this.closedUntil);
      this.next = at + 60_000 / this.perMinute;
      // Meanwhile the server may have asked to be left alone beyond that time.
      if (at > now) await sleep(at - now, signal);
    }
  }
}

/** Throws `AbandonedError` when the signal is aborted. */
async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await timer(milliseconds, undefined, { signal }).catch((error: unknown) => {
    throwIfAbandoned(signal);
    throw error;
  });
}
