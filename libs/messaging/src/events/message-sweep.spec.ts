import type { Logger } from '@bindery/observability';
import type { Database } from '@bindery/persistence';
import { MessageSweep } from './message-sweep';

const all = ['outbox', 'inbox', 'idempotency'];

/** Sweeps tables in which so many rows are old; returns the tables of each round. */
async function rounds(old: Record<string, number>): Promise<string[][]> {
  let tables: string[] = [];
  const run = async (text: string) => {
    const [, table = ''] = /delete from (\w+)/.exec(text)!;
    tables.push(table);
    const deleted = Math.min(old[table] ?? 0, 5_000);
    old[table] = (old[table] ?? 0) - deleted;
    return deleted;
  };
  const sweep = new MessageSweep({ run } as unknown as Database, {} as Logger);
  const done: string[][] = [];
  let hasMore = true;
  while (hasMore) {
    hasMore = await sweep.run();
    done.push(tables);
    tables = [];
  }
  return done;
}

it('deletes from each table in batches, until none is full', async () => {
  expect(await rounds({})).toEqual([all]);
  expect(await rounds({ inbox: 12_000 })).toEqual([all, all, all]);
});
