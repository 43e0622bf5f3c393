import { branches, changeRequestContent, edits, preconditionFailed, type UpdateContent } from '@bindery/contracts';
import type { JobContext } from '@bindery/jobs';
import { DraftWorker } from './draft.worker';

/** A page in a change request, which is edited by users and by the worker. */
class Page {
  revision = 0;
  text = 'Old.';

  /** A user edits it. */
  edit(text: string): void {
    this.revision++;
    this.text = text;
  }

  call = (operation: unknown, { body }: { body: UpdateContent }): Promise<unknown> => {
    if (operation === branches.getBranch) return Promise.resolve({ head: String(this.revision) });
    if (operation === changeRequestContent.getPageInChangeRequestById) return Promise.resolve({ markdown: this.text });
    if (operation !== edits.updateChangeRequestContent) throw new Error('Another operation');
    const [change] = body.changes as unknown as [{ base?: string; document: { markdown: string } }];
    if (change.base !== undefined && change.base !== String(this.revision))
      throw preconditionFailed('The page was changed');
    this.edit(change.document.markdown);
    return Promise.resolve({});
  };
}

/** Runs the worker with a model that first does something else, and then adds a line to the page. */
async function draft(page: Page, meanwhile: (ask: number) => void) {
  let asks = 0;
  const worker = new DraftWorker(
    { find: async () => ({ organizationId: 'o', changeRequestId: 'c', instructions: { nodes: [] } }) } as never,
    { best: async () => ({ page: 'p' }) } as never,
    {
      model: { name: 'test' },
      ask: async (_: string, { data }: { data: { page: string } }) => {
        meanwhile(++asks);
        return { markdown: `${data.page} Drafted.` };
      },
    } as never,
    { text: async () => '' } as never,
    { call: page.call, callBatch: async () => ({ u: { organizations: { o: {} } } }) } as never,
  );
  const context = { organizationId: 'o', signal: new AbortController().signal } as JobContext<object>;
  return worker.run({ task: 't', changeRequest: 'c', space: 's', user: 'u' }, context);
}

it('asks once more when a user edits the page while the model writes, and keeps that edit', async () => {
  const page = new Page();
  expect(await draft(page, (ask) => ask === 1 && page.edit('New.'))).toEqual({ provider: 'test', page: 'p' });
  expect(page.text).toBe('New. Drafted.');
});

it('leaves the page to users who go on editing it, and says why there is no draft', async () => {
  const page = new Page();
  const failure = 'Users edited the page while the model wrote the draft';
  expect(await draft(page, (ask) => page.edit(`Edit ${ask}.`))).toEqual({ provider: 'test', failure });
  expect(page.text).toBe('Edit 2.');
});
