import { Injectable } from '@nestjs/common';
import { spacePurged, type EventEnvelope, type SpaceLifecycle } from '@bindery/contracts';
import { Consumes } from '@bindery/messaging';
import { Database } from '@bindery/persistence';

/**
 * Removes what was said and proposed about a space that is gone for good. A deleted space needs nothing: content does not
 * let anybody in. A transferred one needs nothing either: rows belong to the space, whatever organization that is in.
 */
@Injectable()
export class PurgeConsumer {
  constructor(private readonly db: Database) {}

  @Consumes(spacePurged, 'purge')
  async purge({ payload: { space } }: EventEnvelope<SpaceLifecycle>): Promise<void> {
    for (const table of ['comment', 'change_request', 'space_counter'])
      await this.db.run(`delete from ${table} where space_id = $1`, [space]);
  }
}
