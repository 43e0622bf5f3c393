import { Injectable } from '@nestjs/common';
import type {
  AuthorizationCode,
  AuthorizationCodeModel,
  Client,
  RefreshToken,
  RefreshTokenModel,
  Token,
  User,
} from '@node-oauth/oauth2-server';
import { auditRecorded, tokenScopes, type TokenScope } from '@bindery/contracts';
import { Outbox } from '@bindery/messaging';
import { Database } from '@bindery/persistence';
import { createToken } from '@bindery/secrets';
import { GrantRepository, type Grantee } from './grant.repository';
import type { OAuthClientEntity } from './oauth.entities';
import { isRegistered } from './redirect-uris';

const grants = ['authorization_code', 'refresh_token'];

/**
 * What `@node-oauth/oauth2-server`, which knows the grammar of OAuth, asks of storage. Each answer is a statement or a transaction of its own:
 * that a code or refresh token was used has to stay although the request is then refused.
 */
@Injectable()
export class OAuthModel {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly grants: GrantRepository,
  ) {}

  readonly of: AuthorizationCodeModel & RefreshTokenModel = {
    getClient: async (id) => {
      const found = await this.grants.client(id);
      return found && clientOf(found);
    },
    // No token is asked for by this library: the gateway knows tokens.
    getAccessToken: () => Promise.resolve(null),
    validateRedirectUri: (uri, client) => Promise.resolve(isRegistered(uri, client.redirectUris as string[])),
    validateScope: (_user, _client, scope = []) =>
      Promise.resolve(scope.length > 0 && scope.every(isScope) ? [...new Set(scope)] : false),
    generateAccessToken: () => Promise.resolve(createToken('user')),
    generateRefreshToken: () => Promise.resolve(createToken('refresh')),
    generateAuthorizationCode: () => Promise.resolve(createToken('code')),
    saveAuthorizationCode: (code, client, user) => this.saveCode(code, client, user),
    getAuthorizationCode: (code) => this.codeOf(code),
    revokeAuthorizationCode: ({ authorizationCode }) => this.grants.useCode(authorizationCode),
    getRefreshToken: (token) => this.refreshOf(token),
    revokeToken: ({ refreshToken }) => this.grants.useRefresh(refreshToken!),
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

  /** A code that was used before may have been stolen, so what came of it ends (RFC 6749, section 4.1.2). */
  private async codeOf(code: string): Promise<AuthorizationCode | null> {
    const found = await this.grants.code(code);
    if (found?.usedAt) await this.grants.end(found.grantId);
    const client = found && !found.usedAt && (await this.grants.client(found.clientId));
    if (!client) return null;
    const { userId, organizationId, grantId, vouched, scopes, expiresAt, redirectUri, challenge } = found;
    return {
      authorizationCode: code,
      ...{ expiresAt, redirectUri, scope: scopes, client: clientOf(client) },
      ...{ codeChallenge: challenge, codeChallengeMethod: 'S256' },
      user: { id: userId, organizationId, grantId, vouched } satisfies Grantee,
    };
  }

  /** The same of a refresh token (RFC 9700, section 4.14). */
  private async refreshOf(token: string): Promise<RefreshToken | null> {
    const found = await this.grants.refresh(token);
    if (found?.isUsed) await this.grants.end(found.grantId);
    const client = found && !found.isUsed && (await this.grants.client(found.clientId));
    if (!client) return null;
    const { id, organizationId, grantId, vouched, scopes, expiresAt } = found;
    return {
      ...{ refreshToken: token, refreshTokenExpiresAt: expiresAt, scope: scopes, client: clientOf(client) },
      user: { id, organizationId, grantId, vouched } satisfies Grantee,
    };
  }

  private async saveToken(token: Token, { id }: Client, user: Grantee): Promise<Token> {
    const client = (await this.grants.client(id))!;
    const scopes = token.scope as TokenScope[];
    await this.db.transaction(async () => {
      const isNew = !(await this.grants.has(user.grantId));
      if (isNew) await this.begin(client, user, scopes);
      const { accessToken, accessTokenExpiresAt, refreshToken } = token;
      const made = { accessToken, accessTokenExpiresAt: accessTokenExpiresAt!, refreshToken: refreshToken!, scopes };
      await this.grants.replaceTokens(client, user, made);
    });
    return { ...token, client: clientOf(client), user };
  }

  private async begin(client: OAuthClientEntity, user: Grantee, scopes: TokenScope[]): Promise<void> {
    await this.grants.begin(client, user, scopes);
    const { organizationId: organization, id: actor, grantId } = user;
    await this.outbox.add(auditRecorded('identity'), {
      ...{ organization, aggregate: grantId, version: 1 },
      payload: {
        ...{ action: 'authorizeAgent', organization, actor, token: grantId },
        target: { type: 'oauth-client', id: client.id },
        params: { agent: client.name, scopes: scopes.join(' ') },
      },
    });
  }
}

const isScope = (scope: string): boolean => (tokenScopes as readonly string[]).includes(scope);

const clientOf = ({ id, redirectUris }: OAuthClientEntity): Client => ({ id, redirectUris, grants });
