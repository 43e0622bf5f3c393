import type { QueryRunner } from 'typeorm';
import { until } from '@bindery/testing';
import { migrations } from '../../src/migrations';
import { SearchBench } from './search-bench';

let bench: SearchBench;
beforeAll(async () => {
  bench = await SearchBench.start();
});
afterAll(() => bench.close());

it('pages that show outdated documents are found again after the migrations are taken back', async () => {
  const space = await bench.writer.create([{ id: 'p', title: 'Page', text: 'A quokka.' }]);
  await bench.indexed();
  await bench.sql.query('update search_document set outdated = true');
  expect(await bench.ids(space, 'quokka')).toEqual(['p']);

  const query = async (text: string, values?: unknown[]) => (await bench.sql.query(text, values)).rows;
  const runner = { query } as unknown as QueryRunner;
  const some = migrations.filter(({ name }) => name.includes('170000008300')).map((Migration) => new Migration());
  await bench.sql.query('begin');
  for (const migration of some.toReversed()) await migration.down(runner);
  for (const migration of some) await migration.up(runner);
  await bench.sql.query('commit');
  expect(some).toHaveLength(3);
  await until(async () => (await bench.ids(space, 'quokka')).length > 0, 20_000);
  expect(await bench.count('search_document where outdated')).toBe(0);
});
