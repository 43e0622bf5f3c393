import type { ContentSource } from '../../model/merge/merge-content';
import { emptyContent } from '../../model/pages/revision-content';
import { ContentEdit } from './content-edit';

it('reads the document of a page once for a change, and holds none of the pages before', async () => {
  const read: string[] = [];
  const documents = (hashes: readonly string[]) => {
    read.push(...hashes);
    return Promise.resolve(new Map(hashes.map((hash) => [hash, { body: '{"nodes":[]}', markdown: null }])));
  };
  const source = { map: () => ({}), documents } as unknown as ContentSource;
  const edit = new ContentEdit(source, emptyContent, { pages: new Map(), files: new Map() }, () => Promise.reject());
  expect(await edit.stored('a')).toBe(await edit.stored('a'));
  await edit.stored('b');
  await edit.stored('a');
  expect(read).toEqual(['a', 'b', 'a']);
});
