import type { ContentChange } from '@bindery/contracts';
import type { ContentConfig } from '../../content.config';
import type { FileStore } from '../../storage/files/file-store';
import { PrepareChanges } from './prepared-change';

const prepare = new PrepareChanges({} as FileStore, {} as ContentConfig);
const page = (markdown: string): ContentChange => ({ operation: 'insert_page', title: 'Page', document: { markdown } });

it('reads bodies before there is a transaction', async () => {
  const { changes } = await prepare.run('organization', [
    page('# Home\n\nWords.\n'),
    { operation: 'delete_page', page: 'p' },
  ]);
  expect(changes.map(({ body }) => body?.title)).toEqual(['Home', undefined]);
  expect(JSON.stringify(changes[0]!.body!.document)).toContain('Words.');
});

it('names the field of a body that cannot be read', async () => {
  const both = { operation: 'update_page', page: 'p', document: {} } as ContentChange;
  await expect(prepare.run('organization', [page('x'), both])).rejects.toMatchObject({
    code: 400,
    details: [{ field: 'body.changes[1].document' }],
  });
});
