import { eventStream } from '@bindery/config';
import type { ServiceName } from '@bindery/contracts';
import { Database } from '@bindery/persistence';

/** The maximum of rows that one statement changes. */
const atOnce = 5_000;

/**
 * Makes the relay publish events again within seconds: all that the outbox keeps, which is a week, or those since `since`.
 * Consumers skip events that they know. Returns the number of events.
 */
export async function replayOutbox(db: Database, service: ServiceName, since?: Date): Promise<number> {
  return since ? replaySince(db, since) : replayAll(db, service);
}

/** Does the same as for a new stream. */
function replayAll(db: Database, service: ServiceName): Promise<number> {
  return db.transaction(async () => {
    await db.run(`update outbox_stream set republish_before = clock_timestamp() where name = $1`, [
      eventStream(service),
    ]);
    const [row] = await db.query<{ events: number }>(
      `select count(*)::integer as events from outbox o join outbox_stream s on s.name = $1 and o.published_at < s.republish_before`,
      [eventStream(service)],
    );
    return row!.events;
  });
}

/** Publishes events since then again. The stream drops duplicates of the last two minutes, so these do no harm. */
async function replaySince(db: Database, since: Date): Promise<number> {
  const [now] = await db.query<{ at: string }>(`select clock_timestamp()::text as at`);
  let replayed = 0;
  for (let marked = atOnce; marked === atOnce; replayed += marked) {
    marked = await db.run(
      `update outbox set published_at = null where id in (
         select id from outbox where published_at <= $1 and created_at >= $2 order by published_at limit ${atOnce})`,
      [now!.at, since],
    );
  }
  return replayed;
}
