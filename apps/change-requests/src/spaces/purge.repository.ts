import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';
import { notificationJob } from '../notifications/notification';

@Injectable()
export class PurgeRepository {
  constructor(private readonly db: Database) {}

  /** Removes all that there is about a space; what hangs on comments and change requests goes with them. */
  async purge(space: string): Promise<void> {
    for (const table of ['comment', 'change_request', 'space_counter', 'space_activity'])
      await this.db.run(`delete from ${table} where space_id = $1`, [space]);
    // Notifications quote what was written.
    await this.db.run(`delete from job where kind = $1 and input ->> 'space' = $2`, [notificationJob.name, space]);
  }
}
