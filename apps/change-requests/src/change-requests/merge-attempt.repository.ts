import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';

/** Merges under way, so that nobody archives a change request that is about to be merged. */
@Injectable()
export class MergeAttemptRepository {
  constructor(private readonly db: Database) {}

  /** Notes a merge that may go on for at most `seconds`, by which a crashed one is over. */
  async begin(id: string, changeRequest: string, seconds: number): Promise<void> {
    await this.db.run(
      `insert into merge_attempt (id, change_request_id, expires_at) values ($1, $2, now() + make_interval(secs => $3))`,
      [id, changeRequest, seconds],
    );
  }

  async end(id: string): Promise<void> {
    await this.db.run(`delete from merge_attempt where id = $1`, [id]);
  }

  async endAll(changeRequest: string): Promise<void> {
    await this.db.run(`delete from merge_attempt where change_request_id = $1`, [changeRequest]);
  }

  async isUnderWay(changeRequest: string): Promise<boolean> {
    const rows = await this.db.query(
      `select 1 from merge_attempt where change_request_id = $1 and expires_at > clock_timestamp() limit 1`,
      [changeRequest],
    );
    return rows.length > 0;
  }
}
