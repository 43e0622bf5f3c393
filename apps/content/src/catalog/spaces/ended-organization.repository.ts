import { Injectable } from '@nestjs/common';
import { isWaiting } from '@bindery/jobs';
import { Database } from '@bindery/persistence';

/** Deleted organizations, and their content until the purge. */
@Injectable()
export class EndedOrganizationRepository {
  constructor(private readonly db: Database) {}

  /** Stores the end of an organization: deletes its spaces, and cancels its pending jobs. */
  async end(organization: string, deletedAt: Date, purgeAfter: Date): Promise<void> {
    await this.db.run(
      `insert into ended_organization (organization_id, purge_after) values ($1, $2) on conflict do nothing`,
      [organization, purgeAfter],
    );
    await this.db.run(
      `update space set deleted_at = $2, version = version + 1 where organization_id = $1 and deleted_at is null`,
      [organization, deletedAt],
    );
    await this.db.run(`update openapi_spec set visibility = 'private' where organization_id = $1`, [organization]);
    await this.db.run(
      `update job set state = 'cancelled', ended_at = now() where organization_id = $1 and ${isWaiting('job')}`,
      [organization],
    );
  }

  /** An organization whose purge is due, locked until the transaction ends. */
  async due(now: Date): Promise<string | undefined> {
    const [row] = await this.db.query<{ id: string }>(
      `select organization_id as id from ended_organization where purge_after <= $1 order by purge_after limit 1
       for update skip locked`,
      [now],
    );
    return row?.id;
  }

  /** Some of the organization's spaces, deleted or not. */
  async spaces(organization: string, limit: number): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `select id from space where organization_id = $1 order by id limit $2 for update`,
      [organization, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Removes the rest after the spaces, except content, which a sweep removes. */
  async remove(organization: string): Promise<void> {
    for (const table of ['access_grant', 'collection', 'openapi_spec', 'custom_font', 'job', 'ended_organization'])
      await this.db.run(`delete from ${table} where organization_id = $1`, [organization]);
  }
}
