import { setTimeout as sleep } from 'node:timers/promises';

/** Lets so many calls a minute begin, evenly; the others wait for their turn. */
export class RateLimiter {
  private next = 0;

  constructor(private readonly perMinute: number) {}

  async turn(signal?: AbortSignal): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, this.next);
    this.next = at + 60_000 / this.perMinute;
    if (at > now) await sleep(at - now, undefined, { signal });
  }
}
