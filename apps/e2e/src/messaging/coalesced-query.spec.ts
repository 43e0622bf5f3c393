import { Database } from '@bindery/persistence';
import { CoalescedQuery } from '@bindery/loading';
import { workbench, type Workbench } from './workbench';

let bench: Workbench;
beforeAll(async () => {
  bench = await workbench();
});
afterAll(() => bench.close());

it('asks once for all who ask the same at a time, and a transaction by itself', async () => {
  const { app } = await bench.start({ name: 'ai-jobs' });
  const db = app.get(Database);
  const reads = new CoalescedQuery(db);
  // Each statement has a time of its own.
  const read = async (value: string) =>
    (await reads.query<{ at: string }>(`select clock_timestamp()::text as at, $1::text`, [value]))[0]!.at;
  const many = async (value: string) => {
    const first = read(value);
    await Promise.resolve();
    return Promise.all([first, ...Array.from({ length: 19 }, () => read(value))]);
  };
  const [some, others] = await Promise.all([many('a'), many('b')]);
  // The first query runs at once, and later callers wait for the next one.
  for (const times of [some, others]) {
    expect(new Set(times).size).toBe(2);
    expect(times[0]! < times[1]!).toBe(true);
  }
  expect(some.filter((time) => others.includes(time))).toEqual([]);
  const [inside, outside] = await Promise.all([db.transaction(() => read('a')), many('a')]);
  expect(outside).not.toContain(inside);
});
