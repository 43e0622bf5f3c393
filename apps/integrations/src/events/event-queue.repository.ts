import { Injectable } from '@nestjs/common';
import type { LogLevel } from '@bindery/contracts';
import { Database } from '@bindery/persistence';
import type { EventEntity, EventState } from './event.entity';
import { eventColumns, EventRepository, type IntegrationEventRow } from './event.repository';

/** Seconds for which events are held by whoever delivers them; longer than a run takes. */
const lease = 60;
/** Events of one run. */
const runLength = 50;

/** Events to be delivered one after the other, with the organization that owns their integration. */
export interface EventRun {
  owner: string;
  events: IntegrationEventRow[];
}

/** How an attempt ended. */
export interface Ended {
  event: IntegrationEventRow;
  state: Exclude<EventState, 'waiting'>;
  level: LogLevel;
  message: string;
  /** Milliseconds until the next attempt. */
  after: number;
}

/** Which events are to be delivered next, and what became of them. */
@Injectable()
export class EventQueueRepository {
  constructor(
    private readonly db: Database,
    private readonly events: EventRepository,
  ) {}

  /**
   * Takes events that are due and that nobody works on, none of the owners in `busy`. First attempts follow the order of
   * each installation: the oldest that waits is taken together with those that follow it, and nobody else takes any of that
   * installation until it has ended. Further attempts and tasks hold nothing up and wait for nothing.
   */
  async claim(busy: string[]): Promise<EventRun | undefined> {
    const rows = await this.db.query<EventEntity & { owner: string }>(
      `with head as (
         select d.id, d.installation_id, d.sequence, d.state, i.organization_id as owner
         from event d join integration i on i.id = d.integration_id
         where d.state in ('waiting', 'retrying') and d.due_at <= now() and (d.lease_until is null or d.lease_until < now())
           and i.organization_id <> all($2::text[])
           and (d.state = 'retrying' or d.sequence is null or not exists (select from event before
             where before.installation_id = d.installation_id and before.state = 'waiting' and before.sequence < d.sequence))
         order by d.due_at, d.id limit 1 for update of d skip locked
       ), run as (
         select id from head
         union select f.id from head join event f on head.state = 'waiting' and f.state = 'waiting'
           and f.installation_id = head.installation_id and f.sequence between head.sequence and head.sequence + $3 - 1
       )
       update event e set lease_until = now() + $1 * interval '1 second'
       from head where e.id in (select id from run) returning ${eventColumns}, head.owner`,
      [lease, busy, runLength],
    );
    if (rows.length === 0) return undefined;
    rows.sort((one, other) => Number(one.sequence) - Number(other.sequence));
    return { owner: rows[0]!.owner, events: rows.map((row) => this.events.open(row)) };
  }

  /** Notes how attempts ended. What another process has noted meanwhile stays as it is. */
  async end(ended: Ended[]): Promise<void> {
    await this.db.transaction(async () => {
      const noted = await this.db.query<{ id: string }>(
        `update event e set state = o.state, attempts = e.attempts + 1, lease_until = null,
           due_at = now() + o.after * interval '1 millisecond'
         from unnest($1::text[], $2::int[], $3::text[], $4::int[]) as o (id, attempts, state, after)
         where e.id = o.id and e.attempts = o.attempts returning e.id`,
        [
          ended.map(({ event }) => event.id),
          ended.map(({ event }) => event.attempts),
          ended.map(({ state }) => state),
          ended.map(({ after }) => after),
        ],
      );
      const mine = new Set(noted.map(({ id }) => id));
      await this.events.log(ended.filter(({ event }) => mine.has(event.id)));
    });
  }

  /** Gives back events that were taken and not tried. */
  async release(events: IntegrationEventRow[]): Promise<void> {
    await this.db.run(`update event set lease_until = null where id = any($1)`, [events.map(({ id }) => id)]);
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
