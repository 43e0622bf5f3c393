import { LRUCache } from 'lru-cache';
import { ApiError, type AllowanceKind, type AllowanceLease } from '@bindery/contracts';

/** The remaining requests of a caller after a request, and whether it is admitted. */
export interface Allowance {
  admitted: boolean;
  limit: number;
  /** Remaining requests, as far as is known here: other replicas may have admitted some since the last lease. */
  remaining: number;
  /** Milliseconds since 1970. */
  resetsAt: number;
}

interface HeldLease extends Omit<AllowanceLease, 'resetsIn'> {
  resetsAt: number;
}

/** The error for a caller without remaining requests until then, in milliseconds since 1970. */
export const tooManyRequests = (resetsAt: number, now = Date.now()): ApiError =>
  new ApiError(429, 'Too many requests; try again later', undefined, Math.max(1, Math.ceil((resetsAt - now) / 1000)));

type Lease = (kind: AllowanceKind, subject: string) => Promise<AllowanceLease>;

/**
 * Admits requests from leases. A lease is valid only for its period, so that all replicas together never admit more than
 * the limit; requests that a replica has leased and does not use are lost to the others, at most one lease.
 */
export class Allowances {
  private readonly held = new LRUCache<string, HeldLease>({ max: 50_000 });
  private readonly asking = new Map<string, Promise<void>>();

  constructor(
    private readonly lease: Lease,
    private readonly now: () => number = Date.now,
  ) {}

  async take(kind: AllowanceKind, subject: string): Promise<Allowance> {
    const key = `${kind} ${subject}`;
    for (;;) {
      const held = this.held.get(key);
      if (held && this.now() < held.resetsAt) {
        const admitted = held.granted > 0;
        if (admitted) held.granted--;
        // Nothing returns within a period: at the limit no new lease is needed.
        if (admitted || held.remaining === 0) return { admitted, ...shown(held) };
      }
      await this.renew(key, kind, subject);
    }
  }

  /** Requests a lease, once for all requests that wait for it. */
  private renew(key: string, kind: AllowanceKind, subject: string): Promise<void> {
    let asked = this.asking.get(key);
    if (!asked) {
      const since = this.now();
      asked = this.lease(kind, subject)
        // Counted from before the request, so that the lease ends here no later than there.
        .then(({ resetsIn, ...lease }) => void this.held.set(key, { ...lease, resetsAt: since + resetsIn }))
        .finally(() => this.asking.delete(key));
      this.asking.set(key, asked);
    }
    return asked;
  }
}

const shown = ({ limit, granted, remaining, resetsAt }: HeldLease) => ({
  limit,
  remaining: granted + remaining,
  resetsAt,
});
