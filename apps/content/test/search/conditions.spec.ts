import type { QueryRunner } from 'typeorm';
import { SearchedConditions1700000039000 } from '../../src/migrations/1700000039000-searched-conditions';
import { SearchBench } from './search-bench';

let bench: SearchBench;
beforeAll(async () => {
  bench = await SearchBench.start();
});
afterAll(() => bench.close());

/** Puts a paragraph under a condition in the stored documents that contain it, as if it had been there when they were indexed. */
async function hide(text: string): Promise<void> {
  const { rows } = await bench.sql.query<{ hash: string; body: string }>(
    `select hash, body from document where body like $1`,
    [`%${text}%`],
  );
  for (const { hash, body } of rows) {
    const document = JSON.parse(body) as { nodes: object[] };
    const nodes = document.nodes.map((node) =>
      JSON.stringify(node).includes(text)
        ? { object: 'block', type: 'if', data: { expression: 'visitor.claims.staff' }, nodes: [node] }
        : node,
    );
    await bench.sql.query(`update document set body = $2 where hash = $1`, [
      hash,
      JSON.stringify({ ...document, nodes }),
    ]);
  }
}

it('are taken out of what was indexed before them, and only there', async () => {
  const page = { id: 'p', title: 'Page', text: 'Open quokka.\nSecret numbat.' };
  const other = { id: 'o', title: 'Other', text: 'Plain quokka.' };
  const spaces = [await bench.writer.create([page, other]), await bench.writer.create([page])];
  const untouched = await bench.writer.create([other]);
  await bench.indexed();
  await hide('Secret numbat');
  for (const space of spaces) expect(await bench.ids(space, 'numbat')).toEqual(['p']);
  const runOf = async (space: string) =>
    (await bench.sql.query(`select run from search_space where space_id = $1`, [space])).rows;
  const before = await runOf(untouched);

  const query = async (text: string, values?: unknown[]) => (await bench.sql.query(text, values)).rows;
  await bench.sql.query('begin');
  await new SearchedConditions1700000039000().up({ query } as unknown as QueryRunner);
  await bench.sql.query('commit');

  for (const space of spaces) expect(await bench.ids(space, 'numbat')).toEqual([]);
  await bench.indexed();
  for (const space of spaces) expect(await bench.ids(space, 'numbat')).toEqual([]);
  expect((await bench.ids(spaces[0]!, 'quokka')).sort()).toEqual(['o', 'p']);
  expect(await bench.ids(spaces[1]!, 'quokka')).toEqual(['p']);
  expect(await runOf(untouched)).toEqual(before);
  const { rows } = await bench.sql.query(
    `select h.id from search_shard h where h.sections <> (select coalesce(sum(d.sections), 0) from search_document d where d.shard = h.id)`,
  );
  expect(rows).toEqual([]);
});
