import { Inject, Injectable } from '@nestjs/common';
import { IDENTITY_CONFIG, type IdentityConfig } from '../identity.config';
import { InvitationRepository } from '../invites/invitation.repository';
import { UserRepository } from '../users/user.repository';

/** Decides whether an address may sign in: known and invited ones always, others while sign-up is open. */
@Injectable()
export class SignUpPolicy {
  constructor(
    private readonly users: UserRepository,
    private readonly invitations: InvitationRepository,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  async admits(email: string): Promise<boolean> {
    if (this.config.SIGN_UP === 'open' || (await this.users.byEmail(email))) return true;
    return this.invitations.has(email);
  }
}
