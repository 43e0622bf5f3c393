import type { QueryRunner } from 'typeorm';
import { TurkishWords1700000082000 } from '../../src/migrations/1700000082000-turkish-words';
import { SearchBench } from './search-bench';

let bench: SearchBench;
beforeAll(async () => {
  bench = await SearchBench.start();
});
afterAll(() => bench.close());

it('words with the Turkish İ are found in any case', async () => {
  const pages = [
    { id: 'title', title: 'İndirme', text: 'Bir.' },
    { id: 'text', title: 'Metin', text: 'Bir İNDİRME burada.' },
    { id: 'marks', title: 'Marks', text: 'Bir i\u0307ndirme, I\u0307NDI\u0307RME.' },
  ];
  const space = await bench.writer.create(pages, 'tr');
  await bench.indexed();
  for (const query of ['indirme', 'İndirme', 'İNDİRME', 'i\u0307ndirme', '"indirme"', 'indir'])
    expect({ query, found: (await bench.ids(space, query)).sort() }).toEqual({
      query,
      found: ['marks', 'text', 'title'],
    });
});

it('words with the Turkish İ that were indexed with its dot are found by lower case, and nothing else is indexed again', async () => {
  const pages = [
    { id: 'text', title: 'Metin', text: 'Bir İptal.' },
    { id: 'title', title: 'İptal', text: 'Bir.' },
  ];
  const spaces = [await bench.writer.create(pages.slice(0, 1)), await bench.writer.create(pages.slice(1))];
  const untouched = await bench.writer.create([{ id: 'o', title: 'Other', text: 'Bir iptal.' }]);
  await bench.indexed();
  const dotted = (column: string) =>
    `${column} = replace(${column}::text, '.iptal', '.i\u0307ptal')::tsvector where ${column}::text like '%.iptal%'`;
  const { rows: own } = await bench.sql.query<{ id: string }>(
    `select document_id as id from search_page where space_id = any($1)`,
    [spaces],
  );
  const ids = own.map(({ id }) => id);
  await bench.sql.query(`update search_document set ${dotted('titles')} and id = any($1)`, [ids]);
  await bench.sql.query(`update search_section set ${dotted('words')} and document_id = any($1)`, [ids]);
  const runOf = async (space: string) =>
    (await bench.sql.query(`select run from search_space where space_id = $1`, [space])).rows;
  const before = await runOf(untouched);
  for (const space of spaces) expect(await bench.ids(space, 'iptal')).toEqual([]);

  const query = async (text: string, values?: unknown[]) => (await bench.sql.query(text, values)).rows;
  await bench.sql.query('begin');
  await new TurkishWords1700000082000().up({ query } as unknown as QueryRunner);
  await bench.sql.query('commit');

  await bench.indexed();
  expect(await bench.ids(spaces[0]!, 'iptal')).toEqual(['text']);
  expect(await bench.ids(spaces[1]!, 'iptal')).toEqual(['title']);
  expect(await runOf(untouched)).toEqual(before);
});
