import { Injectable } from '@nestjs/common';
import type { TokenScope } from '@bindery/contracts';
import { Database } from '@bindery/persistence';
import { hashToken, hintOf } from '@bindery/secrets';
import { newId } from '@bindery/persistence';
import { TokenRepository } from '../tokens/token.repository';
import { OAuthClientEntity, OAuthCodeEntity, OAuthGrantEntity } from './oauth.entities';

/** Whom a program acts for, and where. */
export interface Grantee {
  id: string;
  organizationId: string;
  grantId: string;
  vouched: boolean;
}

export interface NewTokens {
  accessToken: string;
  accessTokenExpiresAt: Date;
  refreshToken: string;
  scopes: TokenScope[];
}

/** What is known of a refresh token. */
export interface KnownRefresh extends Grantee {
  clientId: string;
  scopes: TokenScope[];
  expiresAt: Date;
  isUsed: boolean;
}

/** Days without use after which a refresh token ends. */
const refreshDays = 30;

/** Clients, codes, grants and refresh tokens of OAuth. */
@Injectable()
export class GrantRepository {
  constructor(
    private readonly db: Database,
    private readonly tokens: TokenRepository,
  ) {}

  /** Adds a client; those that got nothing within a day, or have nothing any more and were not used for long, make room. */
  async addClient(client: Pick<OAuthClientEntity, 'id' | 'name' | 'redirectUris'>): Promise<void> {
    await this.db.run(
      `delete from oauth_client c where c.id in (
         select id from oauth_client where last_used_at < now() - interval '1 day' order by last_used_at limit 100)
       and not exists (select from oauth_grant g where g.client_id = c.id)`,
    );
    await this.db.manager.insert(OAuthClientEntity, client);
  }

  async client(id: string): Promise<OAuthClientEntity | null> {
    return this.db.manager.findOneBy(OAuthClientEntity, { id });
  }

  async addCode(code: Omit<OAuthCodeEntity, 'hash' | 'usedAt'> & { code: string }): Promise<void> {
    const { code: secret, ...row } = code;
    await this.db.run(`delete from oauth_code where expires_at < now() - interval '1 day'`);
    await this.db.run(`update oauth_client set last_used_at = now() where id = $1`, [row.clientId]);
    await this.db.manager.insert(OAuthCodeEntity, { ...row, hash: hashToken(secret) });
  }

  async code(code: string): Promise<OAuthCodeEntity | null> {
    return this.db.manager.findOneBy(OAuthCodeEntity, { hash: hashToken(code) });
  }

  /** Whether the code had not been used before. */
  async useCode(code: string): Promise<boolean> {
    const hash = hashToken(code);
    return (
      (await this.db.run(`update oauth_code set used_at = now() where hash = $1 and used_at is null`, [hash])) === 1
    );
  }

  async refresh(token: string): Promise<KnownRefresh | undefined> {
    const [found] = await this.db.query<KnownRefresh>(
      `select g.user_id as id, g.organization_id as "organizationId", g.id as "grantId", g.vouched, g.client_id as "clientId",
         g.scopes, r.expires_at as "expiresAt", r.used_at is not null as "isUsed"
       from oauth_refresh r join oauth_grant g on g.id = r.grant_id
       join organization o on o.id = g.organization_id and o.agents and o.deleted_at is null
       where r.hash = $1`,
      [hashToken(token)],
    );
    return found;
  }

  /** Whether the refresh token had not been used before. */
  async useRefresh(token: string): Promise<boolean> {
    const hash = hashToken(token);
    return (
      (await this.db.run(`update oauth_refresh set used_at = now() where hash = $1 and used_at is null`, [hash])) === 1
    );
  }

  async has(grantId: string): Promise<boolean> {
    return this.db.manager.existsBy(OAuthGrantEntity, { id: grantId });
  }

  async begin(
    client: OAuthClientEntity,
    { id, organizationId, grantId, vouched }: Grantee,
    scopes: TokenScope[],
  ): Promise<void> {
    const grant = { id: grantId, clientId: client.id, userId: id, organizationId, scopes, vouched };
    await this.db.manager.insert(OAuthGrantEntity, grant);
  }

  /** Tokens in place of those that the grant had. Nothing of it outlives what the organization says of tokens. */
  async replaceTokens(client: OAuthClientEntity, user: Grantee, made: NewTokens): Promise<void> {
    const { accessToken, accessTokenExpiresAt: expiresAt, refreshToken, scopes } = made;
    await this.db.run(`delete from api_token where grant_id = $1`, [user.grantId]);
    await this.db.run(`delete from oauth_refresh where grant_id = $1 and expires_at < now()`, [user.grantId]);
    await this.tokens.insert({
      id: newId(),
      userId: user.id,
      organizationId: user.organizationId,
      label: client.name,
      hash: hashToken(accessToken),
      hint: hintOf(accessToken),
      expiresAt,
      scopes,
      agent: client.name,
      vouched: user.vouched,
      grantId: user.grantId,
    });
    await this.db.run(
      `insert into oauth_refresh (hash, grant_id, expires_at)
       select $1, g.id, least(now() + $3 * interval '1 day', g.created_at + o.token_lifetime_days * interval '1 day')
       from oauth_grant g join organization o on o.id = g.organization_id where g.id = $2`,
      [hashToken(refreshToken), user.grantId, refreshDays],
    );
  }

  /** The grant to which an access or refresh token of the client belongs. */
  async grantOf(token: string, clientId: string): Promise<OAuthGrantEntity | undefined> {
    const [found] = await this.db.query<OAuthGrantEntity>(
      `select g.id, g.user_id as "userId", g.organization_id as "organizationId", g.client_id as "clientId" from oauth_grant g
       where g.client_id = $2 and (g.id in (select grant_id from oauth_refresh where hash = $1)
         or g.id in (select grant_id from api_token where hash = $1))`,
      [hashToken(token), clientId],
    );
    return found;
  }

  /** Ends a grant with all of its tokens. */
  async end(grantId: string): Promise<void> {
    await this.db.manager.delete(OAuthGrantEntity, { id: grantId });
  }
}
