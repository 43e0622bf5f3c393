import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@bindery/messaging';
import { Database } from '@bindery/persistence';
import { CLOCK, type Clock } from '@bindery/service';
import { retentionDays } from './organization.repository';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
/** Audit rows that one statement removes. */
const batch = 5_000;

/** Removes all data of deleted organizations whose purge is due. */
@Injectable()
export class OrganizationPurge {
  constructor(
    private readonly db: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Purges one organization; returns whether there was one. Concurrent replicas do no harm. */
  @Interval('organization purge', hour)
  async step(now = this.clock()): Promise<boolean> {
    const before = new Date(now.getTime() - retentionDays * day);
    const [due] = await this.db.query<{ id: string }>(
      `select id from organization where deleted_at < $1 order by deleted_at limit 1`,
      [before],
    );
    if (!due) return false;
    while ((await this.removeAuditEvents(due.id)) === batch);
    await this.db.run(`delete from organization where id = $1 and deleted_at < $2`, [due.id, before]);
    return true;
  }

  private removeAuditEvents(organization: string): Promise<number> {
    return this.db.run(
      `delete from audit_event where id in (select id from audit_event where organization_id = $1 limit $2)`,
      [organization, batch],
    );
  }
}
