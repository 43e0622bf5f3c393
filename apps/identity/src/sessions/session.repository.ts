import { Inject, Injectable } from '@nestjs/common';
import { Database, type KeysetPosition } from '@bindery/persistence';
import { IDENTITY_CONFIG, type IdentityConfig } from '../identity.config';
import { SessionEntity } from './session.entity';

type NewSession = Pick<SessionEntity, 'id' | 'userId' | 'organizationId' | 'label' | 'client' | 'hash' | 'endsAt'>;

@Injectable()
export class SessionRepository {
  constructor(
    private readonly db: Database,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  /** Adds a session, which expires unless it is used. */
  async insert({ id, userId, organizationId, label, client, hash, endsAt }: NewSession): Promise<void> {
    await this.db.run(`delete from session where expires_at < now() - interval '1 day'`);
    await this.db.run(
      `insert into session (id, user_id, organization_id, label, client, hash, ends_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, least($7, now() + $8 * interval '1 day'))`,
      [id, userId, organizationId, label, client, hash, endsAt, this.config.SESSION_DAYS],
    );
  }

  /** The user's sessions that have not expired, newest first. */
  list(userId: string, after: KeysetPosition | undefined, limit: number): Promise<SessionEntity[]> {
    const query = this.living(userId);
    if (after) query.andWhere('(s.createdAt, s.id) < (:value::timestamptz, :id)', after);
    return query.orderBy('s.createdAt', 'DESC').addOrderBy('s.id', 'DESC').limit(limit).getMany();
  }

  count(userId: string): Promise<number> {
    return this.living(userId).getCount();
  }

  find(userId: string, id: string): Promise<SessionEntity | null> {
    return this.db.manager.findOneBy(SessionEntity, { userId, id });
  }

  async delete(id: string): Promise<void> {
    await this.db.manager.delete(SessionEntity, { id });
  }

  async deleteAllOf(userId: string): Promise<void> {
    await this.db.manager.delete(SessionEntity, { userId });
  }

  /** Stores the use of sessions, at most once a minute each, which extends them. */
  async touch(ids: string[]): Promise<void> {
    await this.db.run(
      `update session set last_used_at = now(), expires_at = least(ends_at, now() + $2 * interval '1 day')
       where id = any($1) and expires_at > now() and last_used_at < now() - interval '1 minute'`,
      [ids, this.config.SESSION_DAYS],
    );
  }

  private living(userId: string) {
    return this.db.manager
      .createQueryBuilder(SessionEntity, 's')
      .where('s.userId = :userId and s.expiresAt > now()', { userId });
  }
}
