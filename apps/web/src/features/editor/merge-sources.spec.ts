import { mergeSources, type SourceConflict } from './merge-sources';
import { PageSaver, type PageWrite } from './page-saver';

it('takes the Markdown of the side that changed it, and leaves a conflict where both did', () => {
  expect(mergeSources('a', 'a', 'b')).toEqual({ document: 'b', conflicts: [] });
  expect(mergeSources('a', 'b', 'b')).toEqual({ document: 'b', conflicts: [] });
  expect(mergeSources('a', 'b', 'c')).toEqual({ document: 'b', conflicts: [{ theirs: 'c' }] });
  expect(mergeSources('a', 'c', 'b', 'b')).toEqual({ document: 'c', conflicts: [] });
});

it('writes Markdown that a closed tab left over a newer page only once the writer decides', async () => {
  const written: [markdown: string, base: string][] = [];
  const store = {
    read: async () => ({ document: 'of a colleague', revision: '2' }),
    write: async ({ document: markdown, base }: PageWrite<string>) => {
      written.push([markdown, base]);
      return markdown;
    },
    keep: () => undefined,
    forget: () => undefined,
  };
  const saver = new PageSaver<string, SourceConflict>(
    store,
    'as it was',
    mergeSources,
    () => false,
    () => undefined,
  );
  saver.change('mine');
  await saver.flush();
  expect([written, saver.status()]).toEqual([[], { state: 'conflict', conflicts: [{ theirs: 'of a colleague' }] }]);
  saver.change('mine, and more');
  expect(saver.latest()).toBe('mine, and more');
  saver.resolve('mine and theirs');
  await saver.flush();
  expect([written, saver.status().state]).toEqual([[['mine and theirs', '2']], 'saved']);
});
