import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';

@Injectable()
export class SpaceCountRepository {
  constructor(private readonly db: Database) {}

  /** How many spaces organizations have; those without any are left out. */
  async byOrganization(organizations: string[]): Promise<Map<string, number>> {
    const rows = await this.db.query<{ organization: string; spaces: number }>(
      `select organization_id as organization, count(*)::int as spaces from space
       where organization_id = any($1) and deleted_at is null group by organization_id`,
      [organizations],
    );
    return new Map(rows.map(({ organization, spaces }) => [organization, spaces]));
  }
}
