import { Injectable } from '@nestjs/common';
import type { MemberRole } from '@bindery/contracts';
import { Database, type KeysetPosition } from '@bindery/persistence';
import type { AccessGrantEntity } from './access-grant.entity';
import type { AccessTarget } from './access-target';

export type SubjectType = AccessGrantEntity['subjectType'];
export type Grant = Pick<
  AccessGrantEntity,
  'targetId' | 'subjectId' | 'subjectType' | 'role' | 'createdAt' | 'version'
>;

const columns = `target_id as "targetId", subject_id as "subjectId", subject_type as "subjectType", role,
  created_at as "createdAt", version`;

/** The roles that users and teams were given. */
@Injectable()
export class AccessGrantRepository {
  constructor(private readonly db: Database) {}

  async find({ id }: AccessTarget, type: SubjectType, subject: string): Promise<Grant | undefined> {
    const [grant] = await this.db.query<Grant>(
      `select ${columns} from access_grant where target_id = $1 and subject_id = $2 and subject_type = $3`,
      [id, subject, type],
    );
    return grant;
  }

  /** Grants on the target itself, in the order in which they were first given. */
  list({ id }: AccessTarget, type: SubjectType, after: KeysetPosition | undefined, limit: number): Promise<Grant[]> {
    return this.db.query<Grant>(
      `select ${columns} from access_grant where target_id = $1 and subject_type = $2
       and ($3::timestamptz is null or (created_at, subject_id) > ($3, $4)) order by created_at, subject_id limit $5`,
      [id, type, after?.value ?? null, after?.id ?? null, limit],
    );
  }

  async count({ id }: AccessTarget, type: SubjectType): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `select count(*)::integer as count from access_grant where target_id = $1 and subject_type = $2`,
      [id, type],
    );
    return row!.count;
  }

  /** Grants on the target and on the collections above it. */
  reaching({ id, path }: AccessTarget): Promise<Grant[]> {
    return this.db.query<Grant>(`select ${columns} from access_grant where target_id = any($1)`, [[id, ...path]]);
  }

  /** Gives a role to each; a subject with a role gets the new one instead. */
  async put(
    { type, id, organizationId }: AccessTarget,
    role: MemberRole,
    subjects: Record<SubjectType, string[]>,
  ): Promise<void> {
    await this.db.run(
      `insert into access_grant (target_id, target_type, organization_id, role, subject_id, subject_type)
       select $1, $2, $3, $4, id, 'user' from unnest($5::text[]) as id
       union all
       select $1, $2, $3, $4, id, 'team' from unnest($6::text[]) as id
       on conflict (target_id, subject_id) do update set role = excluded.role, updated_at = now(), expires_at = null,
         version = access_grant.version + 1`,
      [id, type, organizationId, role, subjects.user, subjects.team],
    );
  }

  /**
   * Gives a user at least a role, from a time in the past or from now on. A pending grant expires within the hour, unless it is
   * confirmed before.
   */
  async raise(
    { type, id, organizationId }: Pick<AccessTarget, 'type' | 'id' | 'organizationId'>,
    user: string,
    role: MemberRole,
    { pending = false, since }: { pending?: boolean | undefined; since?: Date } = {},
  ): Promise<void> {
    await this.db.run(
      `insert into access_grant (target_id, target_type, organization_id, subject_id, subject_type, role, expires_at, updated_at)
       values ($1, $2, $3, $4, 'user', $5, case when $6 then now() + interval '1 hour' end, coalesce($7::timestamptz, now()))
       on conflict (target_id, subject_id) do update set version = access_grant.version + 1,
         updated_at = greatest(access_grant.updated_at, excluded.updated_at),
         role = case when level_rank(excluded.role) > level_rank(access_grant.role) then excluded.role else access_grant.role end,
         expires_at = case when access_grant.expires_at is not null then excluded.expires_at end`,
      [id, type, organizationId, user, role, pending, since ?? null],
    );
  }

  /** Ends roles of users who did not become guests. */
  async removeExpired(now: Date): Promise<void> {
    await this.db.run(`delete from access_grant where expires_at <= $1`, [now]);
  }

  async remove({ id }: Pick<AccessTarget, 'id'>, subjects: string[]): Promise<void> {
    await this.db.run(`delete from access_grant where target_id = $1 and subject_id = any($2)`, [id, subjects]);
  }

  /** Removes all grants of a user or team in an organization up to a time. */
  async removeSubject(organization: string, subject: string, until: Date): Promise<void> {
    await this.db.run(`delete from access_grant where organization_id = $1 and subject_id = $2 and updated_at <= $3`, [
      organization,
      subject,
      until,
    ]);
  }
}
