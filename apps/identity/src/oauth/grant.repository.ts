import { Injectable } from '@nestjs/common';
import type { TokenScope } from '@bindery/contracts';
import { Database, newId } from '@bindery/persistence';
import { hashToken, hintOf } from '@bindery/secrets';
import { TokenRepository } from '../tokens/token.repository';
import { OAuthClientEntity, OAuthCodeEntity, OAuthGrantEntity } from './oauth.entities';

/** The user for whom an OAuth client acts, the organization, and the latest end. */
export interface Grantee {
  id: string;
  organizationId: string;
  grantId: string;
  vouched: boolean;
  endsAt: Date | null;
}

interface NewTokens {
  accessToken: string;
  accessTokenExpiresAt: Date;
  refreshToken: string;
  refreshTokenExpiresAt: Date;
  scopes: TokenScope[];
}

/** A stored refresh token. */
interface KnownRefresh extends Grantee {
  clientId: string;
  scopes: TokenScope[];
  expiresAt: Date;
  isUsed: boolean;
}

/** The number of most recently used clients that are kept without a grant. */
const mostIdle = 10_000;

/** OAuth clients, and their codes, grants and refresh tokens. */
@Injectable()
export class GrantRepository {
  constructor(
    private readonly db: Database,
    private readonly tokens: TokenRepository,
  ) {}

  /**
   * Adds a client. Removes clients without a valid refresh token that were not used for a day, or that are not among the
   * `mostIdle` used last, because anyone can register clients.
   */
  async addClient(client: Pick<OAuthClientEntity, 'id' | 'name' | 'redirectUris'>): Promise<void> {
    await this.db.run(
      `delete from oauth_client where id in (
         select c.id from oauth_client c where c.last_used_at < greatest(now() - interval '1 day',
           (select last_used_at from oauth_client order by last_used_at desc offset ${mostIdle} limit 1))
         and not exists (select from oauth_grant g join oauth_refresh r on r.grant_id = g.id
           where g.client_id = c.id and r.expires_at > now())
         order by c.last_used_at limit 100)`,
    );
    await this.db.manager.insert(OAuthClientEntity, client);
  }

  async client(id: string): Promise<OAuthClientEntity | null> {
    return this.db.manager.findOneBy(OAuthClientEntity, { id });
  }

  async addCode(code: Omit<OAuthCodeEntity, 'hash' | 'usedAt'> & { code: string }): Promise<void> {
    const { code: secret, ...row } = code;
    await this.db.run(`delete from oauth_code where expires_at < now() - interval '1 day'`);
    await this.noteUse(row.clientId);
    await this.db.manager.insert(OAuthCodeEntity, { ...row, hash: hashToken(secret) });
  }

  async code(code: string): Promise<OAuthCodeEntity | null> {
    return this.db.manager.findOneBy(OAuthCodeEntity, { hash: hashToken(code) });
  }

  /** Marks the code as used. Returns whether it had not been used before. */
  async useCode(code: string): Promise<boolean> {
    const hash = hashToken(code);
    return (
      (await this.db.run(`update oauth_code set used_at = now() where hash = $1 and used_at is null`, [hash])) === 1
    );
  }

  async refresh(token: string): Promise<KnownRefresh | undefined> {
    const [found] = await this.db.query<KnownRefresh>(
      `select g.user_id as id, g.organization_id as "organizationId", g.id as "grantId", g.vouched, g.client_id as "clientId",
         g.ends_at as "endsAt", g.scopes, r.expires_at as "expiresAt", r.used_at is not null as "isUsed"
       from oauth_refresh r join oauth_grant g on g.id = r.grant_id
       join organization o on o.id = g.organization_id and o.agents and o.deleted_at is null
       where r.hash = $1`,
      [hashToken(token)],
    );
    return found;
  }

  /** Marks the refresh token as used. Returns whether it had not been used before. */
  async useRefresh(token: string): Promise<boolean> {
    const hash = hashToken(token);
    return (
      (await this.db.run(`update oauth_refresh set used_at = now() where hash = $1 and used_at is null`, [hash])) === 1
    );
  }

  /**
   * Begins the grant of a code, in a transaction. False where the code is gone: it was used a second time meanwhile, which ended
   * the grant before it began.
   */
  async begin(
    code: string,
    client: OAuthClientEntity,
    { id, organizationId, grantId, vouched, endsAt }: Grantee,
    scopes: TokenScope[],
  ): Promise<boolean> {
    const held = await this.db.query(`select from oauth_code where hash = $1 for update`, [hashToken(code)]);
    if (held.length === 0) return false;
    const grant = { id: grantId, clientId: client.id, userId: id, organizationId, scopes, vouched, endsAt };
    await this.db.manager.insert(OAuthGrantEntity, grant);
    return true;
  }

  /**
   * The latest end of any token of a grant: the end of the user's session, and the organization's limit for
   * tokens. Locks the grant until the transaction ends; undefined where it has ended.
   */
  async holdUntil(grantId: string): Promise<Date | undefined> {
    const [found] = await this.db.query<{ end: Date }>(
      `select least(g.ends_at, g.created_at + o.token_lifetime_days * interval '1 day') as "end"
       from oauth_grant g join organization o on o.id = g.organization_id where g.id = $1 for update of g`,
      [grantId],
    );
    return found?.end;
  }

  /** Replaces the tokens of the grant. The access token keeps its id, by which the user may have it in a list. */
  async replaceTokens(client: OAuthClientEntity, user: Grantee, made: NewTokens): Promise<void> {
    const { accessToken, accessTokenExpiresAt: expiresAt, refreshToken, refreshTokenExpiresAt, scopes } = made;
    await this.noteUse(client.id);
    await this.db.run(`delete from oauth_refresh where grant_id = $1 and expires_at < now()`, [user.grantId]);
    const token = { hash: hashToken(accessToken), hint: hintOf(accessToken), expiresAt, scopes };
    if (!(await this.tokens.replaceOfGrant(user.grantId, token)))
      await this.tokens.insert({
        ...token,
        id: newId(),
        userId: user.id,
        organizationId: user.organizationId,
        label: client.name,
        agent: client.name,
        vouched: user.vouched,
        grantId: user.grantId,
      });
    await this.db.run(`insert into oauth_refresh (hash, grant_id, expires_at) values ($1, $2, $3)`, [
      ...[hashToken(refreshToken), user.grantId, refreshTokenExpiresAt],
    ]);
  }

  /** The grant of an access or refresh token of the client. */
  async grantOf(token: string, clientId: string): Promise<OAuthGrantEntity | undefined> {
    const [found] = await this.db.query<OAuthGrantEntity>(
      `select g.id, g.user_id as "userId", g.organization_id as "organizationId", g.client_id as "clientId" from oauth_grant g
       where g.client_id = $2 and (g.id in (select grant_id from oauth_refresh where hash = $1)
         or g.id in (select grant_id from api_token where hash = $1))`,
      [hashToken(token), clientId],
    );
    return found;
  }

  /** Ends a grant with its tokens, and the code that began or would begin it. Returns whether any of it existed. */
  async end(grantId: string): Promise<boolean> {
    // In the same order as a grant begins, so that the two do not deadlock.
    const codes = await this.db.run(`delete from oauth_code where grant_id = $1`, [grantId]);
    const grants = await this.db.run(`delete from oauth_grant where id = $1`, [grantId]);
    return codes + grants > 0;
  }

  private async noteUse(clientId: string): Promise<void> {
    await this.db.run(`update oauth_client set last_used_at = now() where id = $1`, [clientId]);
  }
}
