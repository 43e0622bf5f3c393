import { Injectable } from '@nestjs/common';
import { forbidden, type MemberRole, type TeamRole } from '@bindery/contracts';
import { Database, type After } from '@bindery/persistence';
import { ApiTokenEntity } from './api-token.entity';

/** One organization of the user of a token. */
interface PrincipalRow {
  hash: string;
  token: string;
  user: string;
  organization: string | null;
  role: MemberRole | null;
  /** The user's teams there, with the role in each. */
  teams: Record<string, TeamRole> | null;
}

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
  list(userId: string, after: After | undefined, limit: number): Promise<ApiTokenEntity[]> {
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

  /** The organization to which a token is confined; null when it is not. */
  async organizationOf(id: string): Promise<string | null> {
    const token = await this.db.manager.findOneBy(ApiTokenEntity, { id });
    return token?.organizationId ?? null;
  }

  /**
   * Throws 403 for a token that an organization's identity provider vouched for: what concerns the whole account is not
   * the organization's.
   */
  async requireUnconfined(token: string): Promise<void> {
    if (await this.organizationOf(token))
      throw forbidden('Sign in by e-mail for this: your token is good for one organization');
  }

  async delete(id: string): Promise<void> {
    await this.db.manager.delete(ApiTokenEntity, { id });
  }

  async deleteAllOf(userId: string): Promise<void> {
    await this.db.manager.delete(ApiTokenEntity, { userId });
  }

  /**
   * The users of valid tokens with the organizations in which they are not disabled. A provider's token is good in the
   * provider's organization; where single sign-on is enforced, no other token is good for members who sign in that way.
   */
  principals(hashes: string[]): Promise<PrincipalRow[]> {
    return this.db.query<PrincipalRow>(
      `select t.hash, t.id as token, t.user_id as "user", o.id as organization, m.role,
         (select json_object_agg(tm.team_id, tm.role) from team_membership tm
          where tm.organization_id = o.id and tm.user_id = m.user_id) as teams
       from api_token t
       left join membership m on m.user_id = t.user_id and not m.disabled
         and (t.organization_id is null or t.organization_id = m.organization_id)
       left join organization o on o.id = m.organization_id and o.deleted_at is null
         and (t.organization_id is not null or not (o.sso and m.sso))
       where t.hash = any($1) and (t.expires_at is null or t.expires_at > now())`,
      [hashes],
    );
  }

  /** Notes that tokens were used, at most once a minute each. */
  async touch(ids: string[]): Promise<void> {
    await this.db.run(
      `update api_token set last_used_at = now() where id = any($1) and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
      [ids],
    );
  }
}
