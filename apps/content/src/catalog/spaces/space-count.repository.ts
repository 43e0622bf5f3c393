import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';

/** The access of a user or team in an organization, under the key of the request. */
interface Holder {
  key: string;
  organization: string;
  /** A user or a team. */
  subject: string;
}

@Injectable()
export class SpaceCountRepository {
  constructor(private readonly db: Database) {}

  /** The number of spaces of organizations; those without any are left out. */
  async byOrganization(organizations: string[]): Promise<Map<string, number>> {
    const rows = await this.db.query<{ organization: string; spaces: number }>(
      `select organization_id as organization, count(*)::int as spaces from space
       where organization_id = any($1) and deleted_at is null group by organization_id`,
      [organizations],
    );
    return new Map(rows.map(({ organization, spaces }) => [organization, spaces]));
  }

  /**
   * The number of spaces that are shared with subjects, on the space itself or on a collection above it; guests also see
   * spaces that their organization shows to anyone. Keys without any are left out.
   */
  async shared(holders: Holder[], guests: Omit<Holder, 'subject'>[]): Promise<Map<string, number>> {
    if (holders.length === 0) return new Map();
    const rows = await this.db.query<{ key: string; spaces: number }>(
      `with granted as materialized (
         select h.key, h.organization, g.target_id, g.target_type
         from unnest($1::text[], $2::text[], $3::text[]) as h (key, organization, subject)
         join access_grant g on g.organization_id = h.organization and g.subject_id = h.subject)
       select key, count(*)::int as spaces from (
         select g.key, s.id from granted g
         join space s on s.id = g.target_id and s.organization_id = g.organization and s.deleted_at is null
         union
         select g.key, s.id from granted g
         join space s on s.path @> array[g.target_id] and s.organization_id = g.organization and s.deleted_at is null
         where g.target_type = 'collection'
         union
         select o.key, s.id from unnest($4::text[], $5::text[]) as o (key, organization)
         join space s on s.organization_id = o.organization and s.visibility in ('public', 'unlisted') and s.deleted_at is null
       ) visible group by key`,
      [
        holders.map(({ key }) => key),
        holders.map(({ organization }) => organization),
        holders.map(({ subject }) => subject),
        guests.map(({ key }) => key),
        guests.map(({ organization }) => organization),
      ],
    );
    return new Map(rows.map(({ key, spaces }) => [key, spaces]));
  }
}
