import { Inject, Injectable } from '@nestjs/common';
import { auditRecorded, type signInActions, type SignedIn } from '@bindery/contracts';
import { Outbox } from '@bindery/messaging';
import { newId } from '@bindery/persistence';
import { createToken, hashToken, hintOf } from '@bindery/secrets';
import { CLOCK, type Clock } from '@bindery/service';
import { IDENTITY_CONFIG, type IdentityConfig } from '../identity.config';
import { TokenRepository } from '../tokens/token.repository';
import type { UserEntity } from '../users/user.entity';

const hour = 3_600_000;

/** The provider through which someone signs in, and its organization. */
export interface ThroughProvider {
  id: string;
  organizationId: string;
  label: string;
}

/** Ends every way of signing in: a user token, and the sign-in in the audit log. */
@Injectable()
export class IssueToken {
  constructor(
    private readonly tokens: TokenRepository,
    private readonly outbox: Outbox,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * A token for the user, in the transaction of the proof. What a provider vouches for is good in its own organization
   * alone: whoever runs the provider could make it say anything.
   */
  async issue(user: UserEntity, provider?: ThroughProvider): Promise<SignedIn> {
    const token = createToken('user');
    const hours = provider ? this.config.SAML_SIGN_IN_HOURS : this.config.SIGN_IN_DAYS * 24;
    const { id } = await this.tokens.insert({
      id: newId(),
      userId: user.id,
      label: provider ? `Signed in through ${provider.label}` : 'Signed in by e-mail',
      hash: hashToken(token),
      hint: hintOf(token),
      expiresAt: new Date(this.clock().getTime() + hours * hour),
      organizationId: provider?.organizationId ?? null,
    });
    await this.audit(user, id, provider);
    return { token, user: { id: user.id, displayName: user.displayName, email: user.email } };
  }

  private audit(user: UserEntity, token: string, provider?: ThroughProvider): Promise<void> {
    const organization = provider?.organizationId ?? null;
    const action: keyof typeof signInActions = provider ? 'signInThroughSAML' : 'signInByEmail';
    return this.outbox.add(auditRecorded('identity'), {
      organization,
      aggregate: user.id,
      version: user.version,
      payload: {
        action,
        organization,
        actor: user.id,
        token,
        target: { type: 'user', id: user.id },
        params: provider ? { samlProviderId: provider.id } : {},
      },
    });
  }
}
