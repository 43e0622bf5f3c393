import { hash } from 'node:crypto';
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

/** Resolves tokens and sessions to principals. The service that issued a token knows its owner: sites, integrations, or identity. */
export class Principals {
  private readonly checked = new WeakSet<Principal>();

  constructor(private readonly foreignObjects: ForeignObjectLoader) {}

  /** The token's principal; undefined when the token is not valid. The secret of a session is not accepted as a token. */
  async ofToken(token: string): Promise<Principal | undefined> {
    if (contentTokenPattern.test(token)) return this.find(visitsByToken, token, 'visitor');
    if (token.startsWith(sessionPrefix)) return undefined;
    if (/^bnd_(integration|installation)_/.test(token))
      return this.find(integrationPrincipals, hashOf(token), 'integration');
    return this.find(principalsByToken, hashOf(token), 'user');
  }

  /** The principal of a session by its secret; undefined when the session has ended. A token is not accepted as a session. */
  async ofSession(secret: string): Promise<Principal | undefined> {
    return sessionPattern.test(secret) ? this.find(principalsBySession, hashOf(secret), 'user') : undefined;
  }

  /** Clears the cached principals of sessions and tokens, after a sign-in or sign-out. */
  forget(): void {
    this.foreignObjects.clear();
  }

  /** Each principal is checked once before the gateway signs it: a compromised service cannot create users. */
  private async find(batch: Batch<Principal>, id: string, source: PrincipalSource): Promise<Principal | undefined> {
    const principal = (await untilDeadline(this.foreignObjects.load(batch, [id], anonymous)))[id];
    if (!principal || this.checked.has(principal)) return principal;
    this.checked.add(readPrincipal(principal, source));
    return principal;
  }
}

const sessionPrefix = 'bnd_session_';
const sessionPattern = /^bnd_session_\w{1,180}$/;

const hashOf = (secret: string): string => hash('sha256', secret, 'hex');
