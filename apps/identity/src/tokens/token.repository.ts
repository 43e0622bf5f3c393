import { Injectable } from '@nestjs/common';
import { Database, type KeysetPosition } from '@bindery/persistence';
import { ApiTokenEntity } from './api-token.entity';

/** Days for which a list shows a token that has ended. */
const daysKept = 30;
/** Tokens that one statement removes. */
const batch = 100;

@Injectable()
export class TokenRepository {
  constructor(private readonly db: Database) {}

  /**
   * Adds a token. Removes some of those that ended long ago, without waiting for another request that does the same; those of a
   * grant go with it.
   */
  async insert(
    token: Pick<ApiTokenEntity, 'id' | 'userId' | 'label' | 'hash' | 'hint' | 'expiresAt'> & Partial<ApiTokenEntity>,
  ): Promise<ApiTokenEntity> {
    await this.db.run(
      `delete from api_token where id in (
         select id from api_token where grant_id is null and expires_at < now() - interval '${daysKept} days'
         order by expires_at limit ${batch} for update skip locked)`,
    );
    await this.db.manager.insert(ApiTokenEntity, token);
    return this.db.manager.findOneByOrFail(ApiTokenEntity, { id: token.id });
  }

  /** The user's tokens, newest first. */
  list(userId: string, after: KeysetPosition | undefined, limit: number): Promise<ApiTokenEntity[]> {
    const query = this.db.manager.createQueryBuilder(ApiTokenEntity, 't').where('t.userId = :userId', { userId });
    if (after) query.andWhere('(t.createdAt, t.id) < (:value::timestamptz, :id)', after);
    return query.orderBy('t.createdAt', 'DESC').addOrderBy('t.id', 'DESC').limit(limit).getMany();
  }

  count(userId: string): Promise<number> {
    return this.db.manager.countBy(ApiTokenEntity, { userId });
  }

  find(userId: string, id: string): Promise<ApiTokenEntity | null> {
    return this.db.manager.findOneBy(ApiTokenEntity, { userId, id });
  }

  /**
   * Puts a new token in the place of that of a grant, under its id; the caller has locked the grant. Returns false where the grant
   * has no token yet. `tokens rotate` leaves two, of which the later one keeps its id.
   */
  async replaceOfGrant(
    grantId: string,
    { hash, hint, expiresAt, scopes }: Pick<ApiTokenEntity, 'hash' | 'hint' | 'expiresAt' | 'scopes'>,
  ): Promise<boolean> {
    await this.db.run(
      `delete from api_token where grant_id = $1 and id <>
         (select id from api_token where grant_id = $1 order by created_at desc, id desc limit 1)`,
      [grantId],
    );
    const replaced = await this.db.run(
      `update api_token set hash = $2, hint = $3, expires_at = $4, scopes = $5, lifetime_from = now() where grant_id = $1`,
      [grantId, hash, hint, expiresAt, scopes],
    );
    return replaced > 0;
  }

  /** Also deletes the grant that issued the token, whose refresh token would bring another one: waits for a refresh under way. */
  async delete({ id, grantId }: Pick<ApiTokenEntity, 'id' | 'grantId'>): Promise<void> {
    if (grantId) await this.db.run(`delete from oauth_grant where id = $1`, [grantId]);
    await this.db.manager.delete(ApiTokenEntity, { id });
  }

  /** Also deletes all grants and codes of OAuth clients. */
  async deleteAllOf(userId: string): Promise<void> {
    await this.db.run(`delete from oauth_code where user_id = $1`, [userId]);
    await this.db.run(`delete from oauth_grant where user_id = $1`, [userId]);
    await this.db.manager.delete(ApiTokenEntity, { userId });
  }

  /** Stores the use of tokens, at most once a minute each. */
  async touch(ids: string[]): Promise<void> {
    await this.db.run(
      `update api_token set last_used_at = now() where id = any($1) and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
      [ids],
    );
  }
}
