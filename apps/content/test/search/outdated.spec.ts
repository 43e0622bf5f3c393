import type { QueryRunner } from 'typeorm';
import { until } from '@bindery/testing';
import { OutdatedDocuments1700000083000 } from '../../src/migrations/1700000083000-outdated-documents';
import { SearchBench } from './search-bench';

let bench: SearchBench;
beforeAll(async () => {
  bench = await SearchBench.start();
});
afterAll(() => bench.close());

it('pages that show outdated documents are found again after the migration is taken back', async () => {
  const space = await bench.writer.create([{ id: 'p', title: 'Page', text: 'A quokka.' }]);
  await bench.indexed();
  await bench.sql.query('update search_document set outdated = true');
  expect(await bench.ids(space, 'quokka')).toEqual(['p']);

  const query = async (text: string, values?: unknown[]) => (await bench.sql.query(text, values)).rows;
  const runner = { query } as unknown as QueryRunner;
  const migration = new OutdatedDocuments1700000083000();
  await bench.sql.query('begin');
  await migration.down(runner);
  await migration.up(runner);
  await bench.sql.query('commit');
  await until(async () => (await bench.ids(space, 'quokka')).length > 0, 20_000);
  expect(await bench.count('search_document where outdated')).toBe(0);
});
