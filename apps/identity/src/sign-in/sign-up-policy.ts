import { Inject, Injectable } from '@nestjs/common';
import { IDENTITY_CONFIG, type IdentityConfig } from '../identity.config';
import { UserRepository } from '../users/user.repository';

/** Who may sign in: everybody who is known, and others while sign-up is open. */
@Injectable()
export class SignUpPolicy {
  constructor(
    private readonly users: UserRepository,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  async admits(email: string): Promise<boolean> {
    return this.config.SIGN_UP === 'open' || (await this.users.byEmail(email)) !== null;
  }
}
