import type { QueryRunner } from 'typeorm';
import { parseMarkdown } from '@bindery/documents';
import { SearchedNotes1700000080000 } from '../../src/migrations/1700000080000-searched-notes';
import { SearchBench } from './search-bench';

let bench: SearchBench;
beforeAll(async () => {
  bench = await SearchBench.start();
});
afterAll(() => bench.close());

const noted = parseMarkdown('Open quokka[^1] here.\n\n[^1]: The note says numbat.\n');

it('are found by their words', async () => {
  const space = await bench.writer.create([{ id: 'p', title: 'Page', text: noted }]);
  await bench.indexed();
  expect(await bench.ids(space, 'numbat')).toEqual(['p']);
});

it('are found in what was indexed without them, and nothing else is indexed again', async () => {
  const page = { id: 'q', title: 'Noted', text: 'Open bilby.' };
  const other = { id: 'o', title: 'Other', text: 'Plain bilby.' };
  const spaces = [await bench.writer.create([page, other]), await bench.writer.create([page])];
  const untouched = await bench.writer.create([other]);
  await bench.indexed();
  const body = JSON.stringify(parseMarkdown('Open bilby[^1].\n\n[^1]: The note says potoroo.\n'));
  await bench.sql.query(`update document set body = $1 where body like '%Open bilby.%'`, [body]);
  const runOf = async (space: string) =>
    (await bench.sql.query(`select run from search_space where space_id = $1`, [space])).rows;
  const before = await runOf(untouched);
  for (const space of spaces) expect(await bench.ids(space, 'potoroo')).toEqual([]);

  const query = async (text: string, values?: unknown[]) => (await bench.sql.query(text, values)).rows;
  await bench.sql.query('begin');
  await new SearchedNotes1700000080000().up({ query } as unknown as QueryRunner);
  await bench.sql.query('commit');

  await bench.indexed();
  for (const space of spaces) expect(await bench.ids(space, 'potoroo')).toEqual(['q']);
  expect((await bench.ids(spaces[0]!, 'bilby')).sort()).toEqual(['o', 'q']);
  expect(await runOf(untouched)).toEqual(before);
  const { rows } = await bench.sql.query(
    `select h.id from search_shard h where h.sections <> (select coalesce(sum(d.sections), 0) from search_document d where d.shard = h.id)`,
  );
  expect(rows).toEqual([]);
});
