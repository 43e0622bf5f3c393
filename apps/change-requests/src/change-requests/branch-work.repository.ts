import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';

/** Seconds after which work on a branch is over, also after a crash: content's own deadlines are shorter. */
const longest = 30;

/**
 * Merges and updates under way in content, so that no user archives a change request meanwhile. Rows that a crash leaves
 * behind expire.
 */
@Injectable()
export class BranchWorkRepository {
  constructor(private readonly db: Database) {}

  async begin(id: string, changeRequest: string): Promise<void> {
    await this.db.run(
      `insert into branch_work (id, change_request_id, expires_at) values ($1, $2, now() + make_interval(secs => $3))`,
      [id, changeRequest, longest],
    );
  }

  async end(id: string): Promise<void> {
    await this.db.run(`delete from branch_work where id = $1`, [id]);
  }

  async isUnderWay(changeRequest: string): Promise<boolean> {
    const rows = await this.db.query(
      `select 1 from branch_work where change_request_id = $1 and expires_at > clock_timestamp() limit 1`,
      [changeRequest],
    );
    return rows.length > 0;
  }
}
