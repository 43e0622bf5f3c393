import { Injectable } from '@nestjs/common';
import { ApiError, userVerified, type SignedIn } from '@bindery/contracts';
import { Outbox } from '@bindery/messaging';
import { Database, newId } from '@bindery/persistence';
import { LinkSamlIdentity } from '../saml/link-saml-identity';
import type { UserEntity } from '../users/user.entity';
import { UserRepository } from '../users/user.repository';
import { IssueToken } from './issue-token';
import { SignInRepository } from './sign-in.repository';
import { SignUpPolicy } from './sign-up-policy';

/** The same for a wrong, used and expired proof, and for an address that may not sign in. */
export const notProven = () =>
  new ApiError(403, 'The code or link is wrong, was used or has expired; ask for a new one');

/** Uses a sign-in up whose proof was brought. */
@Injectable()
export class CompleteSignIn {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly signIns: SignInRepository,
    private readonly users: UserRepository,
    private readonly policy: SignUpPolicy,
    private readonly samlIdentities: LinkSamlIdentity,
    private readonly tokens: IssueToken,
  ) {}

  /** Makes the user where there is none, notes that the address is verified, and answers a token. */
  complete(id: string): Promise<SignedIn> {
    return this.db.transaction(async () => {
      const signIn = await this.signIns.take(id);
      if (!signIn || !(await this.policy.admits(signIn.email))) throw notProven();
      const { email, samlProvider, samlSubject } = signIn;
      const user = await this.users.ofEmail({ id: newId(), email, displayName: email.slice(0, email.indexOf('@')) });
      await this.verified(user);
      if (!samlProvider || !samlSubject) return this.tokens.issue(user);
      const provider = await this.samlIdentities.link(samlProvider, samlSubject, user);
      return this.tokens.issue(user, provider);
    });
  }

  private async verified(user: UserEntity): Promise<void> {
    if (!(await this.users.verify(user.id))) return;
    const { id, email, version } = user;
    await this.outbox.add(userVerified, {
      organization: null,
      aggregate: id,
      version,
      actor: id,
      payload: { user: id, email },
    });
  }
}
