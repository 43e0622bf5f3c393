import { Injectable } from '@nestjs/common';
import type { LogLevel } from '@bindery/contracts';
import { Database, newId, unasked } from '@bindery/persistence';
import type { EventEntity, EventState } from './event.entity';
import { eventColumns, EventRepository, type IntegrationEventRow } from './event.repository';

/** Seconds of the lease of events in delivery; longer than a run takes. */
const lease = 60;
/** The maximum of events in one run: finding the next one costs as much as dozens of events. */
const runLength = 1_000;

/** Of `e`: a first attempt of an event with a sequence number of its installation. */
const isOrdered = `e.state = 'waiting' and e.sequence is not null`;
/** Of `e`: a further attempt that is due, or the first one of an event without a sequence number. */
const isAlone = `e.state in ('waiting', 'retrying') and (e.state = 'retrying' or e.sequence is null)`;
const isFree = `(e.lease_until is null or e.lease_until < now())`;

/**
 * $1: seconds of the lease; $2: owners that are left out; $3: the maximum of events; $4: the last installation. Reads one event
 * of each installation, the oldest that waits: the others cost nothing, however many they are.
 */
const takeOrdered = `with recursive oldest as (
    (select e.id, e.installation_id from event e where ${isOrdered} and e.installation_id > $4
     order by e.installation_id, e.sequence limit 1)
    union all
    select further.* from oldest o cross join lateral (
      select e.id, e.installation_id from event e where ${isOrdered} and e.installation_id > o.installation_id
      order by e.installation_id, e.sequence limit 1) further
  ), first as materialized (
    select l.* from oldest o cross join lateral (
      select e.installation_id, e.sequence, i.organization_id as owner
      from event e join integration i on i.id = e.integration_id
      where e.id = o.id and ${isOrdered} and ${isFree} and i.organization_id <> all($2::text[])
      for update of e skip locked) l limit 1
  )
  update event e set lease_until = now() + $1 * interval '1 second' from first
  where ${isOrdered} and e.installation_id = first.installation_id
    and e.sequence between first.sequence and first.sequence + $3 - 1
  returning ${eventColumns}, first.owner, first.installation_id as place`;

/** The same for integrations ($4) and their due events, together with other due events of the same installation. */
const takeAlone = `with recursive pending as (
    (select e.integration_id from event e where ${isAlone} and e.integration_id > $4 order by e.integration_id limit 1)
    union all
    select further.* from pending p cross join lateral (
      select e.integration_id from event e where ${isAlone} and e.integration_id > p.integration_id
      order by e.integration_id limit 1) further
  ), first as materialized (
    select l.*, i.organization_id as owner
    from pending p join integration i on i.id = p.integration_id and i.organization_id <> all($2::text[])
    cross join lateral (
      select e.id, e.integration_id, e.installation_id from event e
      where ${isAlone} and e.integration_id = p.integration_id and e.due_at <= now() and ${isFree}
      order by e.due_at limit 1 for update skip locked) l limit 1
  ), alike as (
    select e.id from first f join event e on e.integration_id = f.integration_id
    where ${isAlone} and e.installation_id is not distinct from f.installation_id and e.due_at <= now() and ${isFree}
    order by e.due_at limit $3 for update of e skip locked
  )
  update event e set lease_until = now() + $1 * interval '1 second' from first
  where e.id = first.id or e.id in (select id from alike)
  returning ${eventColumns}, first.owner, first.integration_id as place`;

/** Events to be delivered one after the other, with the organization that owns their integration. */
export interface EventRun {
  owner: string;
  events: IntegrationEventRow[];
}

/** Events of one kind, with the installation or integration that was taken last. */
interface Kind {
  statement: string;
  after: string;
}

type TakenRow = EventEntity & { owner: string; place: string };

/** The result of a delivery attempt. */
export interface AttemptResult {
  event: IntegrationEventRow;
  state: Exclude<EventState, 'waiting'>;
  level: LogLevel;
  message: string;
  /** Milliseconds until the next attempt. */
  after: number;
}

/** Selects the next events to deliver, and stores the results. */
@Injectable()
export class EventQueueRepository {
  private readonly kinds: Kind[] = [takeOrdered, takeAlone].map((statement) => ({ statement, after: '' }));

  constructor(
    private readonly db: Database,
    private readonly events: EventRepository,
  ) {}

  /** Whether any event is not delivered yet, due or not. */
  async isAnythingLeft(): Promise<boolean> {
    const [row] = await this.db.query<{ left: boolean }>(
      `${unasked} select exists (select from event e where ${isOrdered}) or exists (select from event e where ${isAlone}) as left`,
    );
    return row!.left;
  }

  /**
   * Takes events that are due and not leased, of no owner in `busy`. First attempts follow the order of each
   * installation: the oldest that waits is taken together with the following ones, and the installation is locked for other
   * processes until they have ended. Further attempts and tasks have no order: all due ones of the same installation
   * are taken together. The two kinds take turns, and so do the installations or integrations of each.
   */
  async claim(busy: string[]): Promise<EventRun | undefined> {
    this.kinds.reverse();
    for (const kind of [...this.kinds]) {
      const run = await this.take(kind, busy);
      if (run) return run;
    }
    return undefined;
  }

  private async take(kind: Kind, busy: string[]): Promise<EventRun | undefined> {
    const { statement, after } = kind;
    const rows = await this.db.query<TakenRow>(statement, [lease, busy, runLength, after]);
    kind.after = rows[0]?.place ?? '';
    // No further ones after the last: it starts over with the first.
    if (rows.length === 0) return after === '' ? undefined : this.take(kind, busy);
    rows.sort(
      (one, other) => Number(one.sequence) - Number(other.sequence) || one.dueAt.getTime() - other.dueAt.getTime(),
    );
    return { owner: rows[0]!.owner, events: rows.map((row) => this.events.open(row)) };
  }

  /** Stores the results of attempts, with one statement. Results that another process has stored meanwhile stay. */
  async end(ended: AttemptResult[]): Promise<void> {
    await this.db.run(
      `with told as (
         select * from unnest($1::text[], $2::int[], $3::text[], $4::int[], $5::text[], $6::text[], $7::text[])
           as o (id, attempts, state, after, log, level, message)
       ), noted as (
         update event e set state = o.state, attempts = e.attempts + 1, lease_until = null,
           due_at = now() + o.after * interval '1 millisecond'
         from told o where e.id = o.id and e.attempts = o.attempts returning e.id
       )
       insert into event_log (id, event_id, level, message)
       select o.log, o.id, o.level, o.message from told o join noted using (id)`,
      [
        ended.map(({ event }) => event.id),
        ended.map(({ event }) => event.attempts),
        ended.map(({ state }) => state),
        ended.map(({ after }) => after),
        ended.map(() => newId()),
        ended.map(({ level }) => level),
        ended.map(({ message }) => message.slice(0, 2000)),
      ],
    );
  }

  /** Releases events that were taken and not tried. */
  async release(events: IntegrationEventRow[]): Promise<void> {
    await this.db.run(`update event set lease_until = null where id = any($1)`, [events.map(({ id }) => id)]);
  }

  /** Schedules an event for another delivery, unless it is being delivered. */
  async again(id: string): Promise<void> {
    await this.db.run(
      `update event set state = 'retrying', due_at = now() where id = $1 and state <> 'waiting' and lease_until is null`,
      [id],
    );
  }

  /** Removes events older than so many days; returns whether there may be more. */
  async sweep(days: number): Promise<boolean> {
    const limit = 1_000;
    const removed = await this.db.run(
      `delete from event where id in (select id from event where created_at < now() - $1 * interval '1 day' limit $2)`,
      [days, limit],
    );
    return removed === limit;
  }
}
