import { Injectable } from '@nestjs/common';
import type { Principal } from '@bindery/contracts';
import { Database } from '@bindery/persistence';
import { scopeOf, withLevel } from '../../catalog/access/scope';

@Injectable()
export class SpacesWithOwnAccessRepository {
  constructor(private readonly db: Database) {}

  /** The spaces of the organization to which the caller has own access. */
  async idsOf(principal: Principal, organization: string): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `select s.id from space s ${withLevel('s')}
       where access.rank > 0 and s.organization_id = $5 and s.deleted_at is null`,
      [...scopeOf(principal), organization],
    );
    return rows.map(({ id }) => id);
  }
}
