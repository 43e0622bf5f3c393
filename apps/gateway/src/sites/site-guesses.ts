import { LRUCache } from 'lru-cache';
import { networkOf } from '@bindery/service';
import { tooManyRequests, type Allowances } from '../rate-limit/allowances';

/** Limits callers who try many addresses to find a site, so that keys of share links cannot be guessed. */
export class SiteGuesses {
  private readonly exhausted = new LRUCache<string, number>({ max: 50_000 });

  constructor(
    private readonly allowances: Allowances,
    private readonly now: () => number = Date.now,
  ) {}

  /** Throws 429 for the network of a client address with too many failed tries. */
  check(address: string): void {
    const until = this.exhausted.get(networkOf(address)) ?? 0;
    if (until > this.now()) throw tooManyRequests(until, this.now());
  }

  /** Counts a visit that found no site. */
  async count(address: string): Promise<void> {
    const network = networkOf(address);
    const taken = await this.allowances.take('join', `site ${network}`);
    if (!taken.admitted || taken.remaining === 0) this.exhausted.set(network, taken.resetsAt);
  }
}
