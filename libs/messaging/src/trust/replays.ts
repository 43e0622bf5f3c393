/** Milliseconds: no request may name a later deadline, so that what has been seen need not be known for long. */
export const longestDeadline = 5 * 60_000;

/**
 * Remembers the requests whose deadline has not passed, so that none is done twice. A process knows only its own requests: of
 * all senders, only the NATS server could replay one to another replica.
 */
export class Replays {
  /** By the second in which their deadline passes. */
  private readonly seen = new Map<number, Set<string>>();

  /** Notes a request; answers whether it was there before. `deadline` in milliseconds since 1970. */
  isRepeated(mac: string, deadline: number, now = Date.now()): boolean {
    const second = Math.ceil(deadline / 1000);
    let macs = this.seen.get(second);
    if (!macs) {
      this.forget(now);
      this.seen.set(second, (macs = new Set()));
    }
    // 96 bits are enough to be unique.
    const name = mac.slice(0, 16);
    if (macs.has(name)) return true;
    macs.add(name);
    return false;
  }

  private forget(now: number): void {
    for (const second of this.seen.keys()) if (second * 1000 < now) this.seen.delete(second);
  }
}
