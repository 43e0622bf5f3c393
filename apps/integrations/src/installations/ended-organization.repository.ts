import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';

/** Rows that one transaction removes. A row takes with it its tokens, its secrets, and its installations on spaces and sites. */
const limits = { installation: 20, event: 1_000, integration: 1 };

/** Deleted organizations, with their installations and integrations, which are kept until the organizations are purged. */
@Injectable()
export class EndedOrganizationRepository {
  constructor(private readonly db: Database) {}

  async end(organization: string, purgeAfter: Date): Promise<void> {
    await this.db.run(
      `insert into ended_organization (organization_id, purge_after) values ($1, $2) on conflict do nothing`,
      [organization, purgeAfter],
    );
  }

  /** Removes some of the rows of an organization whose purge is due; returns whether there may be more to remove. */
  async purge(now: Date): Promise<boolean> {
    return this.db.transaction(async () => {
      const [due] = await this.db.query<{ id: string }>(
        `select organization_id as id from ended_organization where purge_after <= $1 order by purge_after limit 1
         for update skip locked`,
        [now],
      );
      if (!due) return false;
      const isEmpty =
        (await this.removeOwned('installation', due.id)) &&
        (await this.removeEvents(due.id)) &&
        (await this.removeOwned('integration', due.id));
      if (isEmpty) await this.db.run(`delete from ended_organization where organization_id = $1`, [due.id]);
      return true;
    });
  }

  /** Removes some rows of a table; returns whether these were the last. */
  private async removeOwned(table: 'installation' | 'integration', organization: string): Promise<boolean> {
    const removed = await this.db.run(
      `delete from ${table} where id in (select id from ${table} where organization_id = $1 limit $2)`,
      [organization, limits[table]],
    );
    return removed < limits[table];
  }

  /** Removes some events of the integrations of an organization: one statement could not remove all with an integration. */
  private async removeEvents(organization: string): Promise<boolean> {
    const removed = await this.db.run(
      `delete from event where id in (
         select e.id from integration i join event e on e.integration_id = i.id and e.state <> 'waiting'
         where i.organization_id = $1 limit $2)`,
      [organization, limits.event],
    );
    return removed < limits.event;
  }
}
