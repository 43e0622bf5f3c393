import { AsyncLocalStorage } from 'node:async_hooks';
import { currentContext, runInContext } from '@bindery/observability';
import { BatchLoader, type BatchLoaderOptions } from './batch-loader';

/** Answers keys with their double once it is let go, and keeps the keys of each call. */
function doubling(options?: BatchLoaderOptions) {
  const calls: number[][] = [];
  const open: (() => void)[] = [];
  const batched = new BatchLoader(async (keys: number[]) => {
    calls.push(keys);
    await new Promise<void>((resolve) => open.push(resolve));
    if (keys.includes(0)) throw new Error('no zero');
    return keys.map((key) => key * 2);
  }, options);
  const letGo = async () => {
    while (open.length === 0) await Promise.resolve();
    open.shift()!();
  };
  return { batched, calls, letGo };
}

it('loads the keys of one tick with one call, and all later ones with another', async () => {
  const { batched, calls, letGo } = doubling();
  const first = [1, 2].map((key) => batched.load(key));
  await Promise.resolve();
  const second = [3, 3, 4].map((key) => batched.load(key));
  await letGo();
  expect(await Promise.all(first)).toEqual([2, 4]);
  await letGo();
  expect(await Promise.all(second)).toEqual([6, 6, 8]);
  expect(calls).toEqual([
    [1, 2],
    [3, 3, 4],
  ]);
});

it('fails the callers of a failed call, and no later ones', async () => {
  const { batched, letGo } = doubling();
  const failing = Promise.allSettled([batched.load(0), batched.load(1)]);
  await Promise.resolve();
  const later = batched.load(5);
  await letGo();
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await letGo();
  expect(await later).toBe(10);
});

it('loads in the context of the first caller of the call, not of an earlier one', async () => {
  const caller = new AsyncLocalStorage<string>();
  const names: (string | undefined)[] = [];
  let letGo: () => void = () => undefined;
  const batched = new BatchLoader(async (keys: string[]) => {
    names.push(caller.getStore());
    await new Promise<void>((resolve) => (letGo = resolve));
    return keys;
  });
  const one = caller.run('one', () => batched.load('a'));
  await Promise.resolve();
  const two = caller.run('two', () => batched.load('b'));
  letGo();
  await one;
  await Promise.resolve();
  letGo();
  await two;
  expect(names).toEqual(['one', 'two']);
});

it('works as long as any of those has time who wait', async () => {
  const deadlines: (number | undefined)[] = [];
  const batched = new BatchLoader(async (keys: number[]) => {
    deadlines.push(currentContext()?.deadline);
    return keys;
  });
  const within = (deadline: number) =>
    runInContext({ requestId: 'r', operation: 'o', hops: 0, deadline }, () => batched.load(deadline));
  await Promise.all([within(1_000), within(3_000), within(2_000)]);
  expect(deadlines).toEqual([3_000]);
});

it('loads no more keys at once than the limit, each time in the context of the first caller', async () => {
  const caller = new AsyncLocalStorage<number>();
  const calls: [name: number | undefined, keys: number[]][] = [];
  const load = async (keys: number[]) => {
    calls.push([caller.getStore(), keys]);
    return keys;
  };
  const batched = new BatchLoader(load, { most: 2 });
  const keys = [1, 2, 3, 4, 5];
  expect(await Promise.all(keys.map((key) => caller.run(key, () => batched.load(key))))).toEqual(keys);
  expect(calls).toEqual([
    [1, [1, 2]],
    [3, [3, 4]],
    [5, [5]],
  ]);
});

it('reports when no caller waits any more, also after a failure', async () => {
  let idle = 0;
  const { batched, letGo } = doubling({ onIdle: () => idle++ });
  const failing = batched.load(0);
  await Promise.resolve();
  const later = batched.load(1);
  await letGo();
  await expect(failing).rejects.toThrow('no zero');
  expect(idle).toBe(0);
  await letGo();
  await later;
  expect(idle).toBe(1);
  const last = batched.load(0);
  await letGo();
  await expect(last).rejects.toThrow('no zero');
  expect(idle).toBe(2);
});
