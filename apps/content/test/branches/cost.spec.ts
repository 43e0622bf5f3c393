import { branches, type Principal } from '@bindery/contracts';
import { currentCall, RpcClient } from '@bindery/messaging';
import { Database, newId } from '@bindery/persistence';
import { ApiCaller, granted } from '@bindery/testing';
import { SearchBench } from '../search/search-bench';
import type { WrittenPage } from '../search/space-writer';

jest.setTimeout(180_000);

let bench: SearchBench;
let principal: Principal;
let token: string;
const spaces: Record<'small' | 'large', string> = { small: '', large: '' };
const sizes = ['small', 'large'] as const;
const counted: { operation: string; text: string }[] = [];

const pages = (count: number): WrittenPage[] =>
  Array.from({ length: count }, (_, n) => ({ id: `n${n}`, title: `Page ${n}`, text: `Text of page ${n}.` }));

beforeAll(async () => {
  bench = await SearchBench.start();
  const admin = await bench.people.user({ [bench.organization]: 'admin' });
  token = admin.token;
  principal = {
    kind: 'user',
    user: admin.id,
    token: 'test',
    organizations: { [bench.organization]: { role: 'admin', teams: {} } },
  };
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

const api = () => new ApiCaller(bench.platform.baseUrl);
const statements = (operation: string) => counted.filter((one) => one.operation === operation).length;
const rows = async () => ({
  chunks: await bench.count('chunk'),
  documents: await bench.count('document'),
  revisions: await bench.count('revision'),
});
const opened = async (spaceId: string) => {
  const { id } = await api().expect<{ id: string }>('createChangeRequest', { token, params: { spaceId }, body: {} });
  return { spaceId, changeRequestId: id };
};
const edit = (params: { spaceId: string; changeRequestId: string }, page: string) =>
  api().expect('updateChangeRequestContent', {
    token,
    params,
    query: { compat: false },
    body: { changes: [{ operation: 'update_page', page, document: { markdown: `# ${newId()}\n\nNew.\n` } }] },
  });
const merge = (params: { spaceId: string; changeRequestId: string }) =>
  api().expect<{ result: string }>('mergeChangeRequest', { token, params });
/** Opens a branch in the same way as change requests do. */
const openBranch = (space: string) =>
  bench.platform.services['change-requests'].app.get(RpcClient).call(branches.openBranch, {
    principal: granted(principal, 'change-requests'),
    body: { space, changeRequest: newId() },
  });

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
  const params = await opened(spaces.large);
  await edit(params, 'n7');
  const before = await rows();
  counted.length = 0;
  await edit(params, 'n8');
  const first = statements('updateChangeRequestContent');
  // Two of them only for data that is not cached.
  expect(first).toBeLessThanOrEqual(14);
  const after = await rows();
  expect(after).toMatchObject({ documents: before.documents + 1, revisions: before.revisions + 1 });
  expect(after.chunks - before.chunks).toBeLessThanOrEqual(5);
});

it('merges a page of a large space by writing a few chunks and no document', async () => {
  const [params, other] = [await opened(spaces.large), await opened(spaces.large)];
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
