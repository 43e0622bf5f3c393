import { createHash } from 'node:crypto';
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

/** Turns tokens into principals. Whoever made a token knows whose it is: sites, integrations, or identity. */
export class Principals {
  constructor(private readonly coalescer: Coalescer) {}

  /** The token's principal; undefined when the token is not valid. */
  ofToken(token: string): Promise<Principal | undefined> {
    if (contentTokenPattern.test(token)) return this.find(visitsByToken, token);
    const hash = createHash('sha256').update(token).digest('hex');
    return this.find(/^bnd_(integration|installation)_/.test(token) ? integrationPrincipals : principalsByToken, hash);
  }

  private async find(batch: Batch<Principal>, id: string): Promise<Principal | undefined> {
    return (await untilDeadline(this.coalescer.load(batch, [id], anonymous)))[id];
  }
}
