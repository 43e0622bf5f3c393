import { Injectable } from '@nestjs/common';
import {
  InvalidGrantError,
  type AuthorizationCode,
  type AuthorizationCodeModel,
  type Client,
  type RefreshToken,
  type RefreshTokenModel,
  type Token,
  type User,
} from '@node-oauth/oauth2-server';
import { auditEvent, tokenScopes, type TokenScope } from '@bindery/contracts';
import { Outbox } from '@bindery/messaging';
import { Database } from '@bindery/persistence';
import { createToken } from '@bindery/secrets';
import { EndGrant, type EndingGrant } from './end-grant';
import { GrantRepository, type Grantee } from './grant.repository';
import type { OAuthClientEntity } from './oauth.entities';
import { isRegistered } from './redirect-uris';

const grants = ['authorization_code', 'refresh_token'];

/**
 * The storage of `@node-oauth/oauth2-server`, which implements the OAuth protocol. Each method is a statement or a transaction of its
 * own: the use of a code or refresh token must stay recorded although the request is then rejected.
 */
@Injectable()
export class OAuthModel {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly grants: GrantRepository,
    private readonly endGrant: EndGrant,
  ) {}

  readonly of: AuthorizationCodeModel & RefreshTokenModel = {
    getClient: async (id) => {
      const found = await this.grants.client(id);
      return found && clientOf(found);
    },
    // This library verifies no access tokens: the gateway does.
    getAccessToken: () => Promise.resolve(null),
    validateRedirectUri: (uri, client) => Promise.resolve(isRegistered(uri, client.redirectUris as string[])),
    validateScope: (_user, _client, scope = []) =>
      Promise.resolve(scope.length > 0 && scope.every(isScope) ? [...new Set(scope)] : false),
    generateAccessToken: () => Promise.resolve(createToken('user')),
    generateRefreshToken: () => Promise.resolve(createToken('refresh')),
    generateAuthorizationCode: () => Promise.resolve(createToken('code')),
    saveAuthorizationCode: (code, client, user) => this.saveCode(code, client, user),
    getAuthorizationCode: (code) => this.codeOf(code),
    revokeAuthorizationCode: (code) => this.useCode(code),
    getRefreshToken: (token) => this.refreshOf(token),
    revokeToken: (token) => this.useRefresh(token),
    saveToken: (token, client, user) => this.saveToken(token, client, user as Grantee),
  };

  private async saveCode(
    code: Pick<AuthorizationCode, 'authorizationCode' | 'expiresAt' | 'redirectUri' | 'scope' | 'codeChallenge'>,
    client: Client,
    user: User,
  ): Promise<AuthorizationCode> {
    const { id: userId, ...grantee } = user as Grantee;
    await this.grants.addCode({
      ...{ ...grantee, userId, clientId: client.id, scopes: code.scope as TokenScope[] },
      ...{ code: code.authorizationCode, redirectUri: code.redirectUri, expiresAt: code.expiresAt },
      challenge: code.codeChallenge!,
    });
    return { ...code, client, user };
  }

  private async codeOf(code: string): Promise<AuthorizationCode | null> {
    const found = await this.grants.code(code);
    if (found?.usedAt) await this.endReplayed(found, 'A code came a second time');
    const client = found && !found.usedAt && (await this.grants.client(found.clientId));
    if (!client) return null;
    const { userId, organizationId, grantId, vouched, endsAt, scopes, expiresAt, redirectUri, challenge } = found;
    return {
      authorizationCode: code,
      ...{ expiresAt, redirectUri, scope: scopes, client: clientOf(client) },
      ...{ codeChallenge: challenge, codeChallengeMethod: 'S256' },
      user: { id: userId, organizationId, grantId, vouched, endsAt } satisfies Grantee,
    };
  }

  private async useCode({ authorizationCode, client, user }: AuthorizationCode): Promise<boolean> {
    if (await this.grants.useCode(authorizationCode)) return true;
    await this.endReplayed(ownedBy(client, user as Grantee), 'A code came a second time');
    return false;
  }

  private async refreshOf(token: string): Promise<RefreshToken | null> {
    const found = await this.grants.refresh(token);
    if (found?.isUsed) await this.endReplayed({ ...found, userId: found.id }, 'A refresh token came a second time');
    const client = found && !found.isUsed && (await this.grants.client(found.clientId));
    if (!client) return null;
    const { id, organizationId, grantId, vouched, endsAt, scopes, expiresAt } = found;
    return {
      ...{ refreshToken: token, refreshTokenExpiresAt: expiresAt, scope: scopes, client: clientOf(client) },
      user: { id, organizationId, grantId, vouched, endsAt } satisfies Grantee,
    };
  }

  private async useRefresh({ refreshToken, client, user }: RefreshToken): Promise<boolean> {
    if (await this.grants.useRefresh(refreshToken)) return true;
    await this.endReplayed(ownedBy(client, user as Grantee), 'A refresh token came a second time');
    return false;
  }

  /** A repeated code or token may have been stolen, so its grant ends (RFC 6749, section 4.1.2; RFC 9700, section 4.14). */
  private endReplayed(of: Omit<EndingGrant, 'reason'>, reason: EndingGrant['reason']): Promise<void> {
    const { grantId, organizationId, userId, clientId } = of;
    return this.endGrant.run({ grantId, organizationId, userId, clientId, reason });
  }

  /** A grant begins only with its code: a refresh token that was used while the grant ended does not restore it. */
  private async saveToken(token: Token, { id }: Client, user: Grantee): Promise<Token> {
    const client = await this.grants.client(id);
    if (!client) throw ended();
    const scopes = token.scope as TokenScope[];
    return this.db.transaction(async () => {
      const code = token.authorizationCode as string | undefined;
      if (code !== undefined) await this.begin(code, client, user, scopes);
      const end = await this.grants.holdUntil(user.grantId);
      if (!end || end <= new Date()) throw ended();
      const accessTokenExpiresAt = earlier(token.accessTokenExpiresAt!, end);
      const refreshTokenExpiresAt = earlier(token.refreshTokenExpiresAt!, end);
      const { accessToken, refreshToken } = token;
      const made = { accessToken, accessTokenExpiresAt, refreshToken: refreshToken!, refreshTokenExpiresAt, scopes };
      await this.grants.replaceTokens(client, user, made);
      return { ...token, accessTokenExpiresAt, refreshTokenExpiresAt, client: clientOf(client), user };
    });
  }

  private async begin(code: string, client: OAuthClientEntity, user: Grantee, scopes: TokenScope[]): Promise<void> {
    if (!(await this.grants.begin(code, client, user, scopes))) throw ended();
    const { organizationId: organization, id: actor, grantId } = user;
    const record = {
      ...{ action: 'authorizeAgent', organization, actor, token: grantId },
      target: { type: 'oauth-client', id: client.id },
      params: { agent: client.name, scopes: scopes.join(' ') },
    };
    await this.outbox.add(auditEvent('identity', record, { aggregate: grantId, version: 1 }));
  }
}

const ended = () => new InvalidGrantError('Invalid grant: the user no longer allows it');

const earlier = (a: Date, b: Date): Date => (a < b ? a : b);

const isScope = (scope: string): boolean => (tokenScopes as readonly string[]).includes(scope);

const clientOf = ({ id, redirectUris }: OAuthClientEntity): Client => ({ id, redirectUris, grants });

const ownedBy = ({ id: clientId }: Client, { id: userId, organizationId, grantId }: Grantee) => ({
  ...{ clientId, userId, organizationId, grantId },
});
