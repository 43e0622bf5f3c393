import { TransferContent } from '../../src/lifecycle/transfers/transfer-content';
import { DocumentRepository } from '../../src/model/pages/document.repository';
import { ComputedIndexer } from '../../src/discovery/search/computed-indexer';
import { SearchController } from '../../src/discovery/search/search.controller';
import { SearchIndexer } from '../../src/discovery/search/search-indexer';
import { Purge } from '../../src/lifecycle/spaces/purge';
import { SweepWorker } from '../../src/lifecycle/sweep/sweep.worker';
import { MemoryEngine } from './memory-engine';
import { SearchBench } from './search-bench';

let bench: SearchBench;
let engine: MemoryEngine;
beforeAll(async () => {
  bench = await SearchBench.start();
  engine = new MemoryEngine(bench.get(DocumentRepository));
  for (const part of [SearchController, SearchIndexer, ComputedIndexer])
    Object.assign(bench.get<object>(part), { engine });
  for (const part of [Purge, SweepWorker, TransferContent]) Object.assign(bench.get<object>(part), { search: engine });
});
afterAll(() => bench.close());

it('another search engine takes the place of that in Postgres', async () => {
  const tree = (slug: string, text: string) => [
    { id: 'top', title: 'Top', slug },
    { id: 'one', parent: 'top', title: 'First', text },
    { id: 'two', parent: 'top', title: 'Second', text: 'An aardvark.\n# Habits\nThe aardvark digs.' },
    { id: 'not', title: 'Hidden', text: 'No aardvark.', hidden: true },
  ];
  const space = await bench.writer.create(tree('old', 'Also an aardvark.'));
  await bench.indexed();
  const { items, count, next } = await bench.inSpace(space, 'aardvark', { limit: '1' });
  expect(items).toMatchObject([{ id: 'two', path: 'old/two', sections: [{ title: '' }, { path: 'old/two#habits' }] }]);
  expect(count).toBe(2);
  const further = await bench.inSpace(space, 'aardvark', { limit: '1', page: next!.page });
  expect(further.items).toMatchObject([{ id: 'one', path: 'old/one' }]);
  expect(further.next).toBeUndefined();

  await bench.writer.publish(space, tree('new', 'Also a gnu.').slice(0, 3));
  await bench.indexed();
  expect((await bench.inSpace(space, 'aardvark')).items).toMatchObject([{ id: 'two', path: 'new/two' }]);
  expect(await bench.ids(space, 'gnu')).toEqual(['one']);
  const other = await bench.writer.create([{ id: 'o', title: 'Aardvark', text: 'Nothing.' }], null, 'Other');
  await bench.indexed();
  const found = await bench.inOrganization('aardvark');
  expect(found).toMatchObject({ count: 2, items: [{ id: space, pages: [{ id: 'two' }] }, { id: other }] });
  expect(await bench.count('search_page')).toBe(0);

  await bench.sql.query(`update space set deleted_at = now() - interval '8 days' where id = $1`, [other]);
  await bench.get(Purge).run();
  expect([...engine.spaces.keys()]).toEqual([space]);
});
