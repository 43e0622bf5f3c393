import { Injectable } from '@nestjs/common';
import type { IntegrationEventPayload, LogLevel } from '@bindery/contracts';
import { Database, newId, type KeysetPosition } from '@bindery/persistence';
import { Encryptor } from '@bindery/secrets';
import type { ScriptLog } from '../runtime/script-runtime';
import type { EventEntity } from './event.entity';
import type { EventLogEntity } from './event-log.entity';

/** An event with its decrypted payload. */
export type IntegrationEventRow = Omit<EventEntity, 'payload'> & { payload: IntegrationEventPayload };

export const eventColumns = `e.id, e.integration_id as "integrationId", e.installation_id as "installationId",
  e.organization_id as "organizationId", e.sequence, e.type, e.payload, e.state, e.attempts, e.due_at as "dueAt",
  e.lease_until as "leaseUntil", e.created_at as "createdAt"`;

/** The scope of a list of events: all of an integration, or of one installation. */
export interface EventScope {
  integration: string;
  installation?: string;
}

/** An event that is to be delivered in the order of its installation. */
type NewEvent = Pick<EventEntity, 'id' | 'integrationId' | 'organizationId'> & {
  installationId: string;
  payload: IntegrationEventPayload;
};

/** $1 and $2: the scope. An event is visible once an attempt to deliver it has ended. */
const visible = `e.integration_id = $1 and ($2::text is null or e.installation_id = $2) and e.state <> 'waiting'`;

/** The maximum of counted events, and of events that are read to count those of one installation. */
const mostCounted = 10_000;
const mostLookedAt = 100_000;

@Injectable()
export class EventRepository {
  constructor(
    private readonly db: Database,
    private readonly sealer: Encryptor,
  ) {}

  /** Newest first. */
  async list(
    { integration, installation }: EventScope,
    after: KeysetPosition | undefined,
    limit: number,
  ): Promise<IntegrationEventRow[]> {
    const rows = await this.db.query<EventEntity>(
      `select ${eventColumns} from event e where ${visible}
         and ($3::timestamptz is null or (e.created_at, e.id) < ($3, $4)) order by e.created_at desc, e.id desc limit $5`,
      [integration, installation ?? null, after?.value ?? null, after?.id ?? null, limit],
    );
    return rows.map((row) => this.open(row));
  }

  /** Absent above 10,000, and where the events of one installation would have to be found among too many. */
  async count({ integration, installation }: EventScope): Promise<number | undefined> {
    const most = installation === undefined ? mostCounted : mostLookedAt;
    const [row] = await this.db.query<{ seen: number; count: number }>(
      `select count(*)::int as seen, (count(*) filter (where $2::text is null or installation_id = $2))::int as count
       from (select installation_id from event where integration_id = $1 and state <> 'waiting' limit $3) as looked_at`,
      [integration, installation ?? null, most + 1],
    );
    const { seen, count } = row!;
    return seen > most || count > mostCounted ? undefined : count;
  }

  async find({ integration, installation }: EventScope, id: string): Promise<IntegrationEventRow | undefined> {
    const [row] = await this.db.query<EventEntity>(
      `select ${eventColumns} from event e where ${visible} and e.id = $3`,
      [integration, installation ?? null, id],
    );
    return row && this.open(row);
  }

  /** The logs of the attempts to deliver an event, oldest first. */
  logs(event: string): Promise<EventLogEntity[]> {
    return this.db.query<EventLogEntity>(
      `select id, event_id as "eventId", level, message, created_at as "createdAt" from event_log where event_id = $1
       order by created_at, id limit 1000`,
      [event],
    );
  }

  /** Stores the results of requests. */
  async log(ended: { event: { id: string }; level: LogLevel; message: string }[]): Promise<void> {
    await this.db.run(
      `insert into event_log (id, event_id, level, message) select * from unnest($1::text[], $2::text[], $3::text[], $4::text[])`,
      [
        ended.map(() => newId()),
        ended.map(({ event }) => event.id),
        ended.map(({ level }) => level),
        ended.map(({ message }) => message.slice(0, 2000)),
      ],
    );
  }

  /** Adds the console output of a script for an event, unless the event is gone. */
  async addLogs(event: string, logs: ScriptLog[]): Promise<void> {
    await this.db.run(
      `insert into event_log (id, event_id, level, message, created_at)
       select l.id, $1, l.level, l.message, l.at
       from unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[]) as l (id, level, message, at)
       where exists (select from event where id = $1)`,
      [
        event,
        logs.map(() => newId()),
        logs.map(({ level }) => level),
        logs.map(({ message }) => message),
        logs.map(({ at }) => at),
      ],
    );
  }

  /** Adds an event that is not to be delivered, or was delivered already. */
  async insertEnded(
    event: Pick<EventEntity, 'id' | 'integrationId' | 'installationId' | 'organizationId'> & {
      payload: IntegrationEventPayload;
      state: 'success' | 'failed';
    },
  ): Promise<void> {
    const { id, integrationId, installationId, organizationId, payload, state } = event;
    await this.db.run(
      `insert into event (id, integration_id, installation_id, organization_id, type, payload, state, attempts)
       values ($1, $2, $3, $4, $5, $6, $7, 1)`,
      [id, integrationId, installationId, organizationId, payload.type, this.seal(id, payload), state],
    );
  }

  /** Adds an event with its own time and without a sequence number. */
  async insertTask(
    event: Pick<EventEntity, 'id' | 'integrationId' | 'installationId' | 'organizationId' | 'dueAt'> & {
      payload: IntegrationEventPayload;
    },
  ): Promise<void> {
    const { id, integrationId, installationId, organizationId, payload, dueAt } = event;
    await this.db.run(
      `insert into event (id, integration_id, installation_id, organization_id, type, payload, due_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [id, integrationId, installationId, organizationId, payload.type, this.seal(id, payload), dueAt],
    );
  }

  /**
   * Adds events with the next sequence numbers of their installations, in their order, with one statement. The
   * rows of the installations are locked until the transaction ends, in the same order in every transaction.
   */
  async insert(events: NewEvent[]): Promise<void> {
    await this.db.run(
      `with told as (
         select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) with ordinality
           as t (id, integration_id, installation_id, organization_id, type, payload, place)
       ), held as (
         select n.id, count(*) as events from installation n join told t on t.installation_id = n.id group by n.id
       ), locked as (
         select id from installation where id in (select id from held) order by id for no key update
       ), next as (
         update installation n set last_sequence = n.last_sequence + h.events
         from held h join locked l on l.id = h.id where n.id = h.id returning n.id, n.last_sequence - h.events as before
       )
       insert into event (id, integration_id, installation_id, organization_id, sequence, type, payload)
       select t.id, t.integration_id, t.installation_id, t.organization_id,
         n.before + row_number() over (partition by t.installation_id order by t.place), t.type, t.payload
       from told t join next n on n.id = t.installation_id order by t.place`,
      [
        events.map(({ id }) => id),
        events.map(({ integrationId }) => integrationId),
        events.map(({ installationId }) => installationId),
        events.map(({ organizationId }) => organizationId),
        events.map(({ payload }) => payload.type),
        events.map(({ id, payload }) => this.seal(id, payload)),
      ],
    );
  }

  open(row: EventEntity): IntegrationEventRow {
    return { ...row, payload: JSON.parse(this.sealer.open(row.payload, `event ${row.id}`)) as IntegrationEventPayload };
  }

  private seal(id: string, payload: IntegrationEventPayload): string {
    return this.sealer.seal(JSON.stringify(payload), `event ${id}`);
  }
}
