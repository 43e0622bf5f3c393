/** The maximum time to a deadline, in milliseconds, so that requests need not be remembered for long. */
export const longestDeadline = 5 * 60_000;

/**
 * Remembers the requests whose deadline has not passed, so that none is handled twice. A process knows only its own requests:
 * only the NATS server itself could replay one to another replica.
 */
export class Replays {
  /** By the second in which their deadline passes. */
  private readonly seen = new Map<number, Set<string>>();

  /** Remembers a request. Returns whether it was known before. `deadline` in milliseconds since 1970. */
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
