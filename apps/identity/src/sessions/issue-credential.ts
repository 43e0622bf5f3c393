import { Inject, Injectable } from '@nestjs/common';
import {
  auditEvent,
  type AuditRecord,
  type CredentialKind,
  type signInActions,
  type SignedIn,
} from '@bindery/contracts';
import { Outbox } from '@bindery/messaging';
import { newId } from '@bindery/persistence';
import { createToken, hashToken, hintOf } from '@bindery/secrets';
import { CLOCK, type Clock } from '@bindery/service';
import { IDENTITY_CONFIG, type IdentityConfig } from '../identity.config';
import { SessionRepository } from './session.repository';
import { TokenRepository } from '../tokens/token.repository';
import type { UserEntity } from '../users/user.entity';

const hour = 3_600_000;

/** The identity provider of a sign-in, and its organization. */
interface ThroughProvider {
  id: string;
  organizationId: string;
  label: string;
}

/** The kind of credential that a sign-in issues, and the program that gets it. */
export interface CredentialRequest {
  credential?: CredentialKind;
  client?: string;
}

/** Completes every kind of sign-in: issues a token for a program or a session for a browser, and logs the sign-in in the audit log. */
@Injectable()
export class IssueCredential {
  constructor(
    private readonly tokens: TokenRepository,
    private readonly sessions: SessionRepository,
    private readonly outbox: Outbox,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Issues a credential to the user, in the transaction of the proof. A sign-in by a provider is valid only in its organization,
   * because the operator of the provider could sign in as any user.
   */
  async issue(
    user: UserEntity,
    { credential, client }: CredentialRequest,
    provider?: ThroughProvider,
  ): Promise<SignedIn> {
    const hours = provider ? this.config.SAML_SIGN_IN_HOURS : this.config.SIGN_IN_DAYS * 24;
    const made = {
      id: newId(),
      userId: user.id,
      label: provider ? `Signed in through ${provider.label}` : 'Signed in by e-mail',
      organizationId: provider?.organizationId ?? null,
    };
    const end = new Date(this.clock().getTime() + hours * hour);
    const shown =
      credential === 'session' ? await this.startSession(made, end, client) : await this.createToken(made, end);
    await this.audit(user, made.id, provider);
    return { ...shown, user: { id: user.id, displayName: user.displayName, email: user.email } };
  }

  private async startSession(
    made: NewCredential,
    endsAt: Date,
    client: string | undefined,
  ): Promise<Omit<SignedIn, 'user'>> {
    const secret = createToken('session');
    await this.sessions.insert({ ...made, endsAt, hash: hashToken(secret), client: client ?? null });
    return { token: '', session: { secret, endsAt: endsAt.toISOString() } };
  }

  private async createToken(made: NewCredential, expiresAt: Date): Promise<Omit<SignedIn, 'user'>> {
    const token = createToken('user');
    await this.tokens.insert({ ...made, expiresAt, hash: hashToken(token), hint: hintOf(token) });
    return { token };
  }

  private audit(user: UserEntity, credential: string, provider?: ThroughProvider): Promise<void> {
    const organization = provider?.organizationId ?? null;
    const action: keyof typeof signInActions = provider ? 'signInThroughSAML' : 'signInByEmail';
    const record: AuditRecord = {
      ...{ action, organization, actor: user.id, token: credential },
      target: { type: 'user', id: user.id },
      params: provider ? { samlProviderId: provider.id } : {},
    };
    return this.outbox.add(auditEvent('identity', record, { version: user.version }));
  }
}

interface NewCredential {
  id: string;
  userId: string;
  label: string;
  organizationId: string | null;
}
