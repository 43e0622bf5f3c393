import type { DocumentRepository } from '../../../model/pages/document.repository';
import type { IndexStateRepository } from '../index-state.repository';
import type { PageToIndex } from '../search-engine';
import type { IndexRepository } from './index.repository';
import type { Lexicon } from './lexicon';
import { PageIndexer } from './page-indexer';

const pageOf = (id: string): PageToIndex => ({
  ...{ id, parent: '', title: id, path: id, computed: false },
  key: { hash: `hash of ${id}`, title: id },
});

it('reads the documents of a few pages in one statement, before the transaction that writes them', async () => {
  const calls: string[] = [];
  const body = JSON.stringify({ object: 'document', data: {}, nodes: [] });
  const noted = <T>(name: string, answer: T) =>
    jest.fn(() => {
      calls.push(name);
      return Promise.resolve(answer);
    });
  const findSome = noted('read', new Map([['hash of a', { body, markdown: null }]]));
  const insertDocuments = noted('insert', new Map([['hash of a/a', '1']]));
  const indexer = new PageIndexer(
    {} as IndexStateRepository,
    {
      documents: noted('known', { ids: new Map([['hash of b/b', '2']]), openShard: 7 }),
      insertDocuments,
      putPages: noted('put', undefined),
    } as unknown as IndexRepository,
    { findSome } as unknown as DocumentRepository,
    { stems: () => Promise.resolve(new Map()) } as unknown as Lexicon,
  );
  const index = { space: 's', organizationId: 'o', analyzer: 'simple', shards: [7] };
  const write = await indexer.change(index, [pageOf('a'), pageOf('b')], []);
  expect(calls).toEqual(['read']);
  expect(findSome).toHaveBeenCalledWith('o', ['hash of a', 'hash of b']);
  await write({ ...index, run: 'r' });
  expect(calls).toEqual(['read', 'known', 'insert', 'put']);
  expect(insertDocuments).toHaveBeenCalledWith(expect.anything(), [expect.objectContaining({ title: 'a', shard: 7 })]);
});
