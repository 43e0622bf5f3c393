import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';

/** Installations that one transaction removes, each with its tokens and its installations on spaces and sites. */
const atOnce = 20;

/** Deleted organizations, with their installations and the secrets of their integrations, which are kept until the organizations are purged. */
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
      const removed = await this.db.run(
        `delete from installation where id in (select id from installation where organization_id = $1 limit $2)`,
        [due.id, atOnce],
      );
      if (removed < atOnce) await this.finish(due.id);
      return true;
    });
  }

  /** The integrations themselves stay unpublished: nobody else may publish under their names. */
  private async finish(organization: string): Promise<void> {
    const own = `(select id from integration where organization_id = $1)`;
    for (const table of ['integration_secret', 'access_token'])
      await this.db.run(`delete from ${table} where integration_id in ${own}`, [organization]);
    await this.db.run(`delete from ended_organization where organization_id = $1`, [organization]);
  }
}
