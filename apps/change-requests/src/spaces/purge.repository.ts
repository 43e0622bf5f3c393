import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';
import { notificationJob } from '../notifications/notification';

@Injectable()
export class PurgeRepository {
  constructor(private readonly db: Database) {}

  /** Removes all rows of a space. Rows that refer to its comments and change requests go with them (`on delete cascade`). */
  async purge(space: string): Promise<void> {
    for (const table of ['comment', 'change_request', 'space_counter', 'space_activity'])
      await this.db.run(`delete from ${table} where space_id = $1`, [space]);
    // Notifications quote comments.
    await this.db.run(`delete from job where kind = $1 and input ->> 'space' = $2`, [notificationJob.name, space]);
  }
}
