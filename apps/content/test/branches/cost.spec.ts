import { branches, changeRequestCards, edits, type BranchRef } from '@bindery/contracts';
import { currentCall } from '@bindery/messaging';
import { Database, newId } from '@bindery/persistence';
import { fakeBatch, principalOf } from '@bindery/testing';
import { SearchBench } from '../search/search-bench';
import type { WrittenPage } from '../search/space-writer';

let bench: SearchBench;
const spaces: Record<'small' | 'large', string> = { small: '', large: '' };
const sizes = ['small', 'large'] as const;
const counted: { operation: string; text: string }[] = [];

/** Every change request is open. */
const openChangeRequests = fakeBatch(changeRequestCards, (keys) =>
  Object.fromEntries(keys.map((key) => [key, { ...changeRequestCards.missing!(key), status: 'open' as const }])),
);
const editor = () => principalOf('editor', bench.organization);

const pages = (count: number): WrittenPage[] =>
  Array.from({ length: count }, (_, n) => ({ id: `n${n}`, title: `Page ${n}`, text: `Text of page ${n}.` }));

beforeAll(async () => {
  bench = await SearchBench.start([openChangeRequests]);
  spaces.small = await bench.writer.create(pages(100));
  spaces.large = await bench.writer.create(pages(10_000));
  for (const name of ['query', 'run'] as const) {
    const original = Database.prototype[name] as (text: string, values?: unknown[]) => Promise<never>;
    jest.spyOn(Database.prototype, name).mockImplementation(function (
      this: Database,
      text: string,
      values?: unknown[],
    ) {
      const call = currentCall();
      if (call?.service === 'content') counted.push({ operation: call.operation, text });
      return original.call(this, text, values);
    });
  }
});
afterAll(async () => {
  jest.restoreAllMocks();
  await bench.close();
});
beforeEach(() => {
  counted.length = 0;
});

const statements = (operation: string) => counted.filter((one) => one.operation === operation).length;
const rows = async () => ({
  chunks: await bench.count('chunk'),
  documents: await bench.count('document'),
  revisions: await bench.count('revision'),
});
/** Opens a branch as change requests do. */
const openBranch = (space: string) =>
  bench.content.callAs('change-requests', branches.openBranch, {
    principal: editor(),
    body: { space, changeRequest: newId() },
  });
const edit = ({ space, changeRequest }: BranchRef, page: string) =>
  bench.content.call(edits.updateChangeRequestContent, {
    principal: editor(),
    params: { spaceId: space, changeRequestId: changeRequest },
    query: { compat: 'false' } as never,
    body: { changes: [{ operation: 'update_page', page, document: { markdown: `# ${newId()}\n\nNew.\n` } }] } as never,
  });
/** Merges as change requests do: at the head that was decided about. */
async function merge({ space, changeRequest }: BranchRef) {
  const ask = { principal: editor(), body: { space, changeRequest } };
  const { head } = await bench.content.callAs('change-requests', branches.getBranch, ask);
  const body = { ...ask.body, head };
  return bench.content.callAs('change-requests', branches.mergeBranch, { ...ask, body });
}

it('opens a branch with as many statements in a large space as in a small one, and stores nothing of its content', async () => {
  const taken: number[] = [];
  for (const size of sizes) {
    const before = await rows();
    await openBranch(spaces[size]);
    expect(await rows()).toEqual(before);
    taken.push(statements('openBranch') - taken.reduce((sum, one) => sum + one, 0));
  }
  expect(taken[1]).toBe(taken[0]);
  expect(taken[0]).toBeLessThanOrEqual(4);
});

it('edits a page by writing one document and a few chunks, with as many statements however often', async () => {
  const params = await openBranch(spaces.large);
  await edit(params, 'n7');
  const before = await rows();
  counted.length = 0;
  await edit(params, 'n8');
  const first = statements('updateChangeRequestContent');
  // Two of them only where what is in memory has to be read.
  expect(first).toBeLessThanOrEqual(14);
  const after = await rows();
  expect(after).toMatchObject({ documents: before.documents + 1, revisions: before.revisions + 1 });
  expect(after.chunks - before.chunks).toBeLessThanOrEqual(5);
});

it('merges a page of a large space by writing a few chunks and no document', async () => {
  const [params, other] = [await openBranch(spaces.large), await openBranch(spaces.large)];
  await edit(params, 'n100');
  await edit(other, 'n200');
  expect((await merge(other)).result).toBe('merge');
  const before = await rows();
  counted.length = 0;
  expect((await merge(params)).result).toBe('merge');
  const after = await rows();
  expect(after).toMatchObject({ documents: before.documents, revisions: before.revisions + 1 });
  expect(after.chunks - before.chunks).toBeLessThanOrEqual(4);
  expect(statements('mergeBranch')).toBeLessThanOrEqual(25);
});
