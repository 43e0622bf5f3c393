import { Injectable } from '@nestjs/common';
import type { MemberRole } from '@bindery/contracts';
import { Database, type KeysetPosition } from '@bindery/persistence';
import type { SiteGrantEntity } from './site-grant.entity';

export type SubjectType = SiteGrantEntity['subjectType'];
export type Grant = Pick<SiteGrantEntity, 'siteId' | 'subjectId' | 'subjectType' | 'role' | 'createdAt'>;

const columns = `site_id as "siteId", subject_id as "subjectId", subject_type as "subjectType", role, created_at as "createdAt"`;

/** The roles of users and teams on sites. */
@Injectable()
export class SiteGrantRepository {
  constructor(private readonly db: Database) {}

  async has(site: string, type: SubjectType, subject: string): Promise<boolean> {
    const rows = await this.db.query(
      `select from site_grant where site_id = $1 and subject_id = $2 and subject_type = $3`,
      [site, subject, type],
    );
    return rows.length > 0;
  }

  /** Grants to users or to teams, in the order in which they were first given. */
  list(site: string, type: SubjectType, after: KeysetPosition | undefined, limit: number): Promise<Grant[]> {
    return this.db.query<Grant>(
      `select ${columns} from site_grant where site_id = $1 and subject_type = $2
       and ($3::timestamptz is null or (created_at, subject_id) > ($3, $4)) order by created_at, subject_id limit $5`,
      [site, type, after?.value ?? null, after?.id ?? null, limit],
    );
  }

  async count(site: string, type: SubjectType): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `select count(*)::integer as count from site_grant where site_id = $1 and subject_type = $2`,
      [site, type],
    );
    return row!.count;
  }

  all(site: string): Promise<Grant[]> {
    return this.db.query<Grant>(`select ${columns} from site_grant where site_id = $1`, [site]);
  }

  /** Gives a role to each; a subject with a role gets the new one instead. */
  async put(
    site: { id: string; organizationId: string },
    role: MemberRole,
    subjects: Record<SubjectType, string[]>,
  ): Promise<void> {
    await this.db.run(
      `insert into site_grant (site_id, organization_id, role, subject_id, subject_type)
       select $1, $2, $3, id, 'user' from unnest($4::text[]) as id
       union all
       select $1, $2, $3, id, 'team' from unnest($5::text[]) as id
       on conflict (site_id, subject_id) do update set role = excluded.role, updated_at = now()`,
      [site.id, site.organizationId, role, subjects.user, subjects.team],
    );
  }

  async remove(site: string, subjects: string[]): Promise<void> {
    await this.db.run(`delete from site_grant where site_id = $1 and subject_id = any($2)`, [site, subjects]);
  }

  /** Removes all grants of a user or team in an organization up to a time. */
  async removeSubject(organization: string, subject: string, until: Date): Promise<void> {
    await this.db.run(`delete from site_grant where organization_id = $1 and subject_id = $2 and updated_at <= $3`, [
      organization,
      subject,
      until,
    ]);
  }
}
