import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  anonymous,
  contentTokenPattern,
  integrationPrincipals,
  principalsByToken,
  visitsByToken,
  type Batch,
  type Principal,
} from '@bindery/contracts';
import { Coalescer, untilDeadline } from '../composition/coalescer';

/**
 * How long a principal is used without asking again. With the time of a request this keeps revoked tokens and
 * changed roles from being effective longer than a second on any replica.
 */
const maxAge = 800;

/** Turns tokens into principals, asking the service that made them once for all requests that wait for the same token. */
export class Principals {
  private readonly cache = new LRUCache<string, Promise<Principal | undefined>>({ max: 10_000, ttl: maxAge });

  constructor(private readonly coalescer: Coalescer) {}

  /** The token's principal; undefined when the token is not valid. */
  async ofToken(token: string): Promise<Principal | undefined> {
    const hash = createHash('sha256').update(token).digest('hex');
    const known = this.cache.get(hash);
    if (known) return known;
    const asked = this.ask(token, hash);
    this.cache.set(hash, asked);
    return asked.catch((error: unknown) => {
      this.cache.delete(hash);
      throw error;
    });
  }

  /** Whoever made the token knows whose it is: sites, integrations, or identity. */
  private ask(token: string, hash: string): Promise<Principal | undefined> {
    if (contentTokenPattern.test(token)) return this.find(visitsByToken, token);
    return this.find(/^bnd_(integration|installation)_/.test(token) ? integrationPrincipals : principalsByToken, hash);
  }

  private async find(batch: Batch<Principal>, id: string): Promise<Principal | undefined> {
    return (await untilDeadline(this.coalescer.load(batch, [id], anonymous)))[id];
  }

  /** Forgets everything: what a mutation of identity or integrations changed is in force with the next request. */
  clear(): void {
    this.cache.clear();
  }
}
