import { Injectable } from '@nestjs/common';
import { ApiError, type SignedIn } from '@bindery/contracts';
import { Database, newId } from '@bindery/persistence';
import { AcceptInvitations } from '../invites/accept-invitations';
import { LinkSamlIdentity } from '../saml/link-saml-identity';
import { SamlSignInRepository } from '../saml/saml-sign-in.repository';
import { SessionRepository } from '../sessions/session.repository';
import { TokenRepository } from '../tokens/token.repository';
import { UserRepository } from '../users/user.repository';
import { browserHash } from '../challenges/browser';
import { IssueCredential, type CredentialRequest } from '../sessions/issue-credential';
import { SignInRepository } from '../challenges/sign-in.repository';
import { SignUpPolicy } from './sign-up-policy';

/** One error for a wrong, used and expired proof, and for an address that may not sign in. */
export const notProven = () =>
  new ApiError(403, 'The code or link is wrong, was used or has expired; request a new one');

/** The browser that sends a proof. */
interface ProofSender {
  /** The secret of the browser. */
  browser?: string;
  confirmed?: boolean;
}

/** Completes a sign-in with a valid proof, which can be used once. */
@Injectable()
export class CompleteSignIn {
  constructor(
    private readonly db: Database,
    private readonly invitations: AcceptInvitations,
    private readonly signIns: SignInRepository,
    private readonly users: UserRepository,
    private readonly policy: SignUpPolicy,
    private readonly samlIdentities: LinkSamlIdentity,
    private readonly samlSignIns: SamlSignInRepository,
    private readonly apiTokens: TokenRepository,
    private readonly sessions: SessionRepository,
    private readonly credentials: IssueCredential,
  ) {}

  /**
   * Creates the user if there is none, marks the address as verified, accepts its pending invitations, and returns a
   * credential. `from` is the browser that sends the proof; another one than the requesting browser has to confirm it.
   */
  complete(id: string, from: ProofSender, wanted: CredentialRequest): Promise<SignedIn> {
    return this.db.transaction(async () => {
      const signIn = await this.signIns.take(id);
      if (!signIn || !(from.confirmed || signIn.browser === browserHash(from.browser))) throw notProven();
      if (!(await this.policy.admits(signIn.email))) throw notProven();
      const { email, samlProvider, samlSubject } = signIn;
      const user = await this.users.ofEmail({ id: newId(), email, displayName: email.slice(0, email.indexOf('@')) });
      if (await this.users.verify(user.id)) await this.disownUnproven(user.id);
      // At every sign-in: an invitation may have been stored while the address was being verified.
      await this.invitations.run(user);
      if (!samlProvider || !samlSubject) return this.credentials.issue(user, wanted);
      const provider = await this.samlIdentities.link(samlProvider, samlSubject, user);
      return this.credentials.issue(user, wanted, provider);
    });
  }

  /** Removes credentials and links that were given for an address before its owner proved it. */
  private async disownUnproven(user: string): Promise<void> {
    await this.samlSignIns.unlink(user);
    await this.apiTokens.deleteAllOf(user);
    await this.sessions.deleteAllOf(user);
  }
}
