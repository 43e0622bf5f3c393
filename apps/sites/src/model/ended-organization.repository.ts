import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';

/** Sites removed in one transaction. */
const atOnce = 20;

/** Organizations that were deleted, and their sites, which are kept until the organizations are purged. */
@Injectable()
export class EndedOrganizationRepository {
  constructor(private readonly db: Database) {}

  /** Notes the end of an organization: nobody reads its sites any more. */
  async end(organization: string, purgeAfter: Date): Promise<void> {
    await this.db.run(
      `insert into ended_organization (organization_id, purge_after) values ($1, $2) on conflict do nothing`,
      [organization, purgeAfter],
    );
    await this.db.run(
      `update site set published = false, updated_at = now(), version = version + 1 where organization_id = $1 and published`,
      [organization],
    );
  }

  /** Removes some of the sites of an organization whose time has come; answers whether there may be more to remove. */
  async purge(now: Date): Promise<boolean> {
    return this.db.transaction(async () => {
      const [due] = await this.db.query<{ id: string }>(
        `select organization_id as id from ended_organization where purge_after <= $1 order by purge_after limit 1
         for update skip locked`,
        [now],
      );
      if (!due) return false;
      // All that belongs to a site goes with its row.
      const removed = await this.db.run(
        `delete from site where id in (
           select id from site where organization_id = $1 order by created_at, id limit $2)`,
        [due.id, atOnce],
      );
      if (removed < atOnce) await this.db.run(`delete from ended_organization where organization_id = $1`, [due.id]);
      return true;
    });
  }
}
