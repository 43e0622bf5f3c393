import { setTimeout as sleep } from 'node:timers/promises';
import type { Batch, Principal } from '@bindery/contracts';
import { anonymous } from '@bindery/contracts';
import type { RpcClient } from '@bindery/messaging';
import { currentContext, runInContext } from '@bindery/observability';
import { ForeignObjectLoader } from './foreign-object-loader';

interface Message {
  ids: string[];
  principal: Principal;
  requestId?: string;
  deadline?: number;
}

const batchOf = (options: Partial<Batch> = {}) =>
  ({ subject: 'rpc.sites.cards', perCaller: false, kept: false, ...options }) as Batch;
const userOf = (user: string, token = user): Principal => ({ ...anonymous, kind: 'user', user, token });

/** Loads from owners that answer on demand, and records the messages that they get. */
function asking(batch: Batch) {
  const messages: Message[] = [];
  const open: (() => void)[] = [];
  const ask = async (_: Batch, ids: string[], principal: Principal) => {
    const { requestId, deadline } = currentContext() ?? {};
    messages.push({ ids, principal, requestId, deadline });
    await new Promise<void>((resolve) => open.push(resolve));
    if (ids.includes('broken')) throw new Error('The owner is broken');
    return Object.fromEntries(ids.map((id) => [id, { id, for: principal.user }]));
  };
  const foreignObjects = new ForeignObjectLoader({ callBatch: ask } as unknown as RpcClient);
  const letGo = async () => {
    // Gives up in the end: nothing ends a test that waits for promises alone.
    for (let turn = 0; open.length === 0 && turn < 1_000; turn++) await Promise.resolve();
    open.shift()!();
  };
  const load = (ids: string[], principal = anonymous) => foreignObjects.load(batch, ids, principal);
  const kept = () => [...foreignObjects['kept'].values()].reduce((sum, { size }) => sum + size, 0);
  return { messages, letGo, load, kept, clear: () => foreignObjects.clear() };
}

const within = <T>(requestId: string, deadline: number, work: () => T): T =>
  runInContext({ requestId, operation: 'o', hops: 0, deadline }, work);

it('asks once for all of one tick, and once more for all that comes meanwhile', async () => {
  const { messages, letGo, load } = asking(batchOf());
  const first = [load(['a', 'b']), load(['b', 'c'])];
  await Promise.resolve();
  const second = [load(['a']), load(['d'])];
  await letGo();
  for (const found of await Promise.all(first)) expect(Object.keys(found)).toEqual(['a', 'b', 'c']);
  await letGo();
  for (const found of await Promise.all(second)) expect(Object.keys(found)).toEqual(['a', 'd']);
  expect(messages.map(({ ids }) => ids)).toEqual([
    ['a', 'b', 'c'],
    ['a', 'd'],
  ]);
});

it('asks in the name of the first who waits, until the latest deadline, and not of who asked before', async () => {
  const { messages, letGo, load } = asking(batchOf());
  const one = within('one', 1_000, () => load(['a']));
  await Promise.resolve();
  const two = within('two', 2_000, () => load(['b']));
  const three = within('three', 3_000, () => load(['c']));
  await letGo();
  await one;
  await letGo();
  await Promise.all([two, three]);
  expect(messages.map(({ requestId, deadline }) => [requestId, deadline])).toEqual([
    ['one', 1_000],
    ['two', 3_000],
  ]);
});

it('fails those who asked with a question that fails, and nobody after them', async () => {
  const { letGo, load } = asking(batchOf());
  const failing = Promise.allSettled([load(['broken']), load(['a'])]);
  await Promise.resolve();
  const later = load(['a']);
  await letGo();
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await letGo();
  expect(await later).toHaveProperty('a');
});

it('asks for each caller apart where answers depend on it', async () => {
  const { messages, letGo, load } = asking(batchOf({ perCaller: true }));
  const found = [load(['a'], userOf('alice')), load(['a'], userOf('bob')), load(['b'], userOf('alice'))];
  for (let count = 0; count < 2; count++) await letGo();
  expect((await Promise.all(found)).map(({ a, b }) => a ?? b)).toEqual([
    { id: 'a', for: 'alice' },
    { id: 'a', for: 'bob' },
    { id: 'a', for: 'alice' },
  ]);
  expect(messages.map(({ ids, principal }) => [principal.user, ids])).toEqual([
    ['alice', ['a', 'b']],
    ['bob', ['a']],
  ]);
});

it('asks as what a caller is now, also when it is never done asking', async () => {
  const { messages, letGo, load } = asking(batchOf({ perCaller: true }));
  const before = load(['a'], userOf('before', 'token'));
  await Promise.resolve();
  const after = load(['a'], userOf('after', 'token'));
  await letGo();
  await before;
  await letGo();
  await after;
  expect(messages.map(({ principal }) => principal.user)).toEqual(['before', 'after']);
});

it('keeps answers that depend on the caller for that caller alone', async () => {
  const { messages, letGo, load } = asking(batchOf({ perCaller: true, kept: true }));
  const [ada, ben] = [userOf('ada'), userOf('ben')];
  for (const caller of [ada, ben, { ...ada, shareKey: 'key' }]) {
    const found = load(['a'], caller);
    await letGo();
    expect(await found).toEqual({ a: { id: 'a', for: caller.user } });
  }
  for (const caller of [ada, ben]) expect(await load(['a'], caller)).toEqual({ a: { id: 'a', for: caller.user } });
  expect(messages).toHaveLength(3);
});

it('asks again for what was kept before it was cleared, and keeps that although an earlier question fails', async () => {
  const { messages, letGo, load, clear } = asking(batchOf({ kept: true }));
  const failing = Promise.allSettled([load(['broken']), load(['a'])]);
  await Promise.resolve();
  clear();
  const later = load(['a']);
  await letGo();
  await failing;
  await letGo();
  expect(await later).toHaveProperty('a');
  expect(await load(['a'])).toHaveProperty('a');
  expect(messages.map(({ ids }) => ids)).toEqual([['broken', 'a'], ['a']]);
});

it('holds no objects longer than it may use them', async () => {
  const { letGo, load, kept } = asking(batchOf({ kept: true }));
  const asked = load(['a', 'b']);
  await letGo();
  await asked;
  expect(kept()).toBe(2);
  while (kept() > 0) await sleep(20);
});
