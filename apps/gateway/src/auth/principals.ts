import { createHash } from 'node:crypto';
import {
  anonymous,
  contentTokenPattern,
  integrationPrincipals,
  principalsByToken,
  principalsBySession,
  visitsByToken,
  type Batch,
  type Principal,
} from '@bindery/contracts';
import { readPrincipal, type PrincipalSource } from '@bindery/messaging';
import { ForeignObjectLoader, untilDeadline } from '../composition/foreign-object-loader';

/** Turns tokens and sessions into principals. Whoever made one knows whose it is: sites, integrations, or identity. */
export class Principals {
  private readonly checked = new WeakSet<Principal>();

  constructor(private readonly foreignObjects: ForeignObjectLoader) {}

  /** The token's principal; undefined when the token is not valid. The secret of a session is no token. */
  async ofToken(token: string): Promise<Principal | undefined> {
    if (contentTokenPattern.test(token)) return this.find(visitsByToken, token, 'visitor');
    if (token.startsWith(sessionPrefix)) return undefined;
    if (/^bnd_(integration|installation)_/.test(token))
      return this.find(integrationPrincipals, hashOf(token), 'integration');
    return this.find(principalsByToken, hashOf(token), 'user');
  }

  /** The principal of a session by its secret; undefined when the session has ended. A token is no session. */
  async ofSession(secret: string): Promise<Principal | undefined> {
    return sessionPattern.test(secret) ? this.find(principalsBySession, hashOf(secret), 'user') : undefined;
  }

  /** Forgets who sessions and tokens stand for, which a sign-in or sign-out has changed. */
  forget(): void {
    this.foreignObjects.clear();
  }

  /** What the gateway signs is checked once for each answer: a service that was taken over makes no users. */
  private async find(batch: Batch<Principal>, id: string, source: PrincipalSource): Promise<Principal | undefined> {
    const principal = (await untilDeadline(this.foreignObjects.load(batch, [id], anonymous)))[id];
    if (!principal || this.checked.has(principal)) return principal;
    this.checked.add(readPrincipal(principal, source));
    return principal;
  }
}

const sessionPrefix = 'bnd_session_';
const sessionPattern = /^bnd_session_\w{1,180}$/;

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
