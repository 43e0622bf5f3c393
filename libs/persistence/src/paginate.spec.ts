/** @isolated for the keys that it gives the process */
import { randomBytes } from 'node:crypto';
import { ApiError } from '@bindery/contracts';
import { signCursors, type KeysetPosition } from './cursor';
import { paginate } from './paginate';

const rows = Array.from({ length: 25 }, (_, i) => ({ id: String(i).padStart(2, '0') }));
let counted = 0;
const list = (scope: unknown[] = ['rows']) => ({
  scope,
  rows: (after: KeysetPosition | undefined, limit: number) =>
    Promise.resolve(rows.filter(({ id }) => !after || id > after.id).slice(0, limit)),
  position: (row: { id: string }) => ({ value: '', id: row.id }),
  count: () => Promise.resolve((counted++, rows.length)),
});

it('walks a list page by page, counting once', async () => {
  counted = 0;
  const seen: string[] = [];
  let page: string | undefined;
  do {
    const answer = await paginate({ page, limit: 10 }, list());
    expect(answer.count).toBe(25);
    seen.push(...answer.items.map(({ id }) => id));
    page = answer.next?.page;
  } while (page);
  expect(seen).toEqual(rows.map(({ id }) => id));
  expect(counted).toBe(1);
});

it('counts nothing when the first page holds all', async () => {
  counted = 0;
  expect(await paginate({ limit: 25 }, list())).toMatchObject({ count: 25 });
  expect(counted).toBe(0);
});

it('returns no count of a list that is not counted', async () => {
  const { count: _count, ...uncounted } = list();
  expect(await paginate({ limit: 25 }, uncounted)).not.toHaveProperty('count');
  expect(await paginate({ limit: 10 }, uncounted)).not.toHaveProperty('count');
});

it('returns no count of a list that is too long to count, and does not try again', async () => {
  counted = 0;
  const uncountable = { ...list(), count: () => Promise.resolve((counted++, undefined)) };
  const first = await paginate({ limit: 10 }, uncountable);
  expect(first).not.toHaveProperty('count');
  expect(await paginate({ limit: 10, page: first.next!.page }, uncountable)).not.toHaveProperty('count');
  expect(counted).toBe(1);
});

it('leaves next out on the last page, also when the page is exactly full', async () => {
  expect(await paginate({ limit: 25 }, list())).not.toHaveProperty('next');
});

it.each([
  ['text that is no cursor', 'zzz'],
  ['an empty text', ''],
  ['JSON of another shape', Buffer.from('{"a":1}').toString('base64url')],
  ['a list that is too short', Buffer.from('["x"]').toString('base64url')],
])('refuses %s as 400', async (_, page) => {
  await expect(paginate({ page, limit: 10 }, list())).rejects.toMatchObject({ code: 400 } satisfies Partial<ApiError>);
});

it('refuses the cursor of another list', async () => {
  const { next } = await paginate({ limit: 10 }, list(['others']));
  await expect(paginate({ page: next!.page, limit: 10 }, list())).rejects.toMatchObject({ code: 400 });
});

it('refuses a forged cursor', async () => {
  const { page } = (await paginate({ limit: 10 }, list())).next!;
  const [scope, count, value, , signature] = JSON.parse(Buffer.from(page, 'base64url').toString()) as unknown[];
  const forged = [
    [scope, count, value, '03', signature],
    [scope, 1_000, value, '09', signature],
    [scope, count, value, '03'],
    [scope, count, value, '03', ''],
  ];
  for (const said of forged) {
    const text = Buffer.from(JSON.stringify(said)).toString('base64url');
    await expect(paginate({ page: text, limit: 10 }, list())).rejects.toMatchObject({ code: 400 });
  }
});

const [first, second, third] = ['content', 'identity', 'sites'] as const;

it('takes cursors of the key before, and not of one that is gone', async () => {
  const [older, newer] = [randomBytes(32), randomBytes(32)];
  signCursors(first, [older]);
  const { page } = (await paginate({ limit: 10 }, list())).next!;
  signCursors(first, [newer, older]);
  expect((await paginate({ page, limit: 10 }, list())).items[0]).toEqual({ id: '10' });
  signCursors(first, [newer]);
  await expect(paginate({ page, limit: 10 }, list())).rejects.toMatchObject({ code: 400 });
});

it('takes cursors of before a restart, also where the services of the process start in another order', async () => {
  const start = (...services: string[]) => services.forEach((name) => signCursors(name, [Buffer.alloc(32, name)]));
  start(third, second, first);
  const { page } = (await paginate({ limit: 10 }, list())).next!;
  start(first, third, second);
  expect((await paginate({ page, limit: 10 }, list())).items[0]).toEqual({ id: '10' });
});
