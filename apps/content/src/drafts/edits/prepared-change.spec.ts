import type { ContentChange } from '@bindery/contracts';
import { createLogger, runInContext } from '@bindery/observability';
import type { ContentConfig } from '../../content.config';
import type { FileStore } from '../../storage/files/file-store';
import { BodyReader } from './body-reader';
import { PrepareChanges } from './prepared-change';
import { readMarkdown } from './read-markdown';

const bodies = new BodyReader(createLogger('content', 'silent'));
const prepare = new PrepareChanges({} as FileStore, bodies, {} as ContentConfig);

afterAll(() => bodies.onApplicationShutdown());

const page = (markdown: string): ContentChange => ({ operation: 'insert_page', title: 'Page', document: { markdown } });

const head = '\uFEFF---\ndescription: Many words\n---\n\n# Home\n\n';
const long = head + 'Words **of** [a link](./other.md) \u{1F4D6}.\n\n'.repeat(5_000);

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

it('reads long Markdown as it reads short Markdown, while other work goes on', async () => {
  let turns = 0;
  const counter = setInterval(() => turns++, 1);
  const { changes } = await prepare.run('organization', [page(long)]);
  clearInterval(counter);
  expect(changes[0]!.body).toEqual(JSON.parse(JSON.stringify(readMarkdown(long))));
  expect(turns).toBeGreaterThan(1);
});

it('ends with the caller of long Markdown', async () => {
  const caller = new AbortController();
  const context = { requestId: '', operation: '', deadline: Infinity, hops: 0, signal: caller.signal };
  const reading = runInContext(context, () => prepare.run('organization', [page(long)]));
  caller.abort(new Error('The caller has left'));
  await expect(reading).rejects.toThrow('The caller has left');
});

it('blames no Markdown for a worker that others end', async () => {
  const ended = new BodyReader(createLogger('content', 'silent'));
  const reading = ended.read({ markdown: long }, 'body');
  ended.onApplicationShutdown();
  await expect(reading).rejects.toMatchObject({ code: 503 });
});
