import { Injectable } from '@nestjs/common';
import { Database, type KeysetPosition } from '@bindery/persistence';
import { ApiTokenEntity } from './api-token.entity';

@Injectable()
export class TokenRepository {
  constructor(private readonly db: Database) {}

  async insert(
    token: Pick<ApiTokenEntity, 'id' | 'userId' | 'label' | 'hash' | 'hint' | 'expiresAt'> & Partial<ApiTokenEntity>,
  ): Promise<ApiTokenEntity> {
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

  /** Also deletes the grant that issued the token, whose refresh token would bring another one. */
  async delete(id: string): Promise<void> {
    await this.db.run(`delete from oauth_grant where id = (select grant_id from api_token where id = $1)`, [id]);
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
