import { Injectable } from '@nestjs/common';
import type { LogLevel } from '@bindery/contracts';
import { Database } from '@bindery/persistence';
import type { EventEntity, EventState } from './event.entity';
import { eventColumns, EventRepository, type IntegrationEventRow } from './event.repository';

/** Seconds for which an attempt holds its event; longer than any attempt takes. */
const lease = 60;

/** Which event is to be delivered next, and what became of it. */
@Injectable()
export class EventQueueRepository {
  constructor(
    private readonly db: Database,
    private readonly events: EventRepository,
  ) {}

  /**
   * Takes an event that is due and that nobody works on. First attempts follow the order of each installation: none is made
   * as long as that of an earlier event has not ended. Further attempts hold nothing up.
   */
  async claim(): Promise<IntegrationEventRow | undefined> {
    const [row] = await this.db.query<EventEntity>(
      `update event e set lease_until = now() + $1 * interval '1 second' where e.id = (
         select d.id from event d
         where d.state in ('waiting', 'retrying') and d.due_at <= now() and (d.lease_until is null or d.lease_until < now())
           and (d.state = 'retrying' or not exists (select from event before
             where before.installation_id = d.installation_id and before.state = 'waiting' and before.sequence < d.sequence))
         order by d.due_at, d.id limit 1 for update skip locked)
       returning ${eventColumns}`,
      [lease],
    );
    return row && this.events.open(row);
  }

  /** Notes how an attempt ended, and when the next one follows; `after` is in milliseconds. */
  async end(
    { id, attempts }: IntegrationEventRow,
    state: Exclude<EventState, 'waiting'>,
    { level, message }: { level: LogLevel; message: string },
    after = 0,
  ): Promise<void> {
    await this.db.transaction(async () => {
      const mine = await this.db.run(
        `update event set state = $3, attempts = attempts + 1, lease_until = null, due_at = now() + $4 * interval '1 millisecond'
         where id = $1 and attempts = $2`,
        [id, attempts, state, after],
      );
      if (mine) await this.events.log(id, level, message);
    });
  }

  /** Has an event delivered once more, unless that is being done. */
  async again(id: string): Promise<void> {
    await this.db.run(
      `update event set state = 'retrying', due_at = now() where id = $1 and state <> 'waiting' and lease_until is null`,
      [id],
    );
  }

  /** Removes events older than so many days; answers whether there may be more. */
  async sweep(days: number): Promise<boolean> {
    const limit = 1_000;
    const removed = await this.db.run(
      `delete from event where id in (select id from event where created_at < now() - $1 * interval '1 day' limit $2)`,
      [days, limit],
    );
    return removed === limit;
  }
}
