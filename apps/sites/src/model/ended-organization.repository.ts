import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';

/** Sites that one transaction removes. */
const atOnce = 20;

/** Deleted organizations, and their sites, which are kept until the organizations are purged. */
@Injectable()
export class EndedOrganizationRepository {
  constructor(private readonly db: Database) {}

  /** Stores the end of an organization: its sites are no longer readable. */
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

  /** Removes some of the sites of an organization whose purge is due; returns whether there may be more to remove. */
  async purge(now: Date): Promise<boolean> {
    return this.db.transaction(async () => {
      const [due] = await this.db.query<{ id: string }>(
        `select organization_id as id from ended_organization where purge_after <= $1 order by purge_after limit 1
         for update skip locked`,
        [now],
      );
      if (!due) return false;
      // All rows of a site are deleted with its row.
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
