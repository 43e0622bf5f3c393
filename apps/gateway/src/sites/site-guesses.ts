import { LRUCache } from 'lru-cache';
import { tooManyRequests, type Allowances } from '../rate-limit/allowances';

/** Holds back those who try addresses until one leads to a site: keys of share links cannot be guessed in bulk. */
export class SiteGuesses {
  private readonly exhausted = new LRUCache<string, number>({ max: 50_000 });

  constructor(
    private readonly allowances: Allowances,
    private readonly now: () => number = Date.now,
  ) {}

  /** Throws 429 for a network address that has found nothing too often. */
  check(address: string): void {
    const until = this.exhausted.get(address) ?? 0;
    if (until > this.now()) throw tooManyRequests(until, this.now());
  }

  /** Counts a visit that found no site. */
  async count(address: string): Promise<void> {
    const taken = await this.allowances.take('join', `site ${address}`);
    if (!taken.admitted || taken.remaining === 0) this.exhausted.set(address, taken.resetsAt);
  }
}
