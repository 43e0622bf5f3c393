import type { Database } from '@bindery/persistence';

/** Counts that a service keeps beside what it counts. */
export interface Counter {
  /** The kind of object whose things are counted, as a report says it: `space`. */
  of: string;
  /** SQL of the service's own: a select of `id` and `counts`, a text that is the same for the same counts: as they are kept. */
  kept: string;
  /** The same, counted anew. */
  counted: string;
  /** The text of an object of which there is nothing. */
  none: string;
  /** Locks the counted rows until the transaction ends. */
  lock: string;
  /** Removes the counts of the objects $1. */
  clear: string;
  /** Stores the counts $2 of the objects $1, which have none. */
  store: string;
}

interface WrongCount {
  id: string;
  kept: string;
  counted: string;
}

/** The objects whose counts are not what there is; with `repair` they then are. */
export function wrongCounts(db: Database, counter: Counter, repair: boolean): Promise<WrongCount[]> {
  return db.transaction(async () => {
    if (repair) await db.run(counter.lock);
    const wrong = await db.query<WrongCount>(
      `select id, coalesce(k.counts, $1) as kept, coalesce(c.counts, $1) as counted
       from (${counter.kept}) k full join (${counter.counted}) c using (id)
       where coalesce(k.counts, $1) <> coalesce(c.counts, $1) order by id`,
      [counter.none],
    );
    if (repair && wrong.length > 0) {
      const ids = wrong.map(({ id }) => id);
      await db.run(counter.clear, [ids]);
      await db.run(counter.store, [ids, wrong.map(({ counted }) => counted)]);
    }
    return wrong;
  });
}
