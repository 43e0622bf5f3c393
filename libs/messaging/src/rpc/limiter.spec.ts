import { unavailable } from '@bindery/contracts';
import { Limiter } from './limiter';

let now: number;
let limiter: Limiter;
let ends: (() => void)[];
beforeEach(() => {
  now = 0;
  ends = [];
  limiter = new Limiter({
    maxRunning: 2,
    maxWaiting: 2,
    maxWaitingInBurst: 6,
    refusal: () => unavailable('Busy'),
    now: () => now,
  });
});

const begin = () => limiter.run(() => new Promise<void>((resolve) => ends.push(resolve)));
const refusedOf = async (works: Promise<void>[]): Promise<number> => {
  let refused = 0;
  for (const work of works) work.catch(() => refused++);
  await new Promise(setImmediate);
  return refused;
};
/** Ends one that runs. */
const end = async () => {
  ends.shift()!();
  await new Promise(setImmediate);
};
const many = (count: number) => Array.from({ length: count }, begin);

it('lets a burst wait, and refuses further callers', async () => {
  expect(await refusedOf(many(9))).toBe(1);
  expect(limiter.load).toEqual({ running: 2, waiting: 6 });
  expect(limiter.isFull()).toBe(true);
  for (let done = 0; done < 8; done++) await end();
  expect(limiter.load).toEqual({ running: 0, waiting: 0 });
});

it('counts expected callers as if they were there', () => {
  expect(limiter.isFull(7)).toBe(false);
  expect(limiter.isFull(8)).toBe(true);
});

it('lets only as many wait as run once a caller has been waiting for long', async () => {
  expect(await refusedOf(many(5))).toBe(0);
  now = 1_001;
  expect(await refusedOf(many(1))).toBe(1);
  await end();
  await end();
  expect(limiter.load).toEqual({ running: 2, waiting: 1 });
  expect(await refusedOf(many(2))).toBe(1);
});

it('takes a burst again once no caller waits', async () => {
  await refusedOf(many(3));
  now = 5_000;
  await end();
  expect(limiter.load).toEqual({ running: 2, waiting: 0 });
  expect(await refusedOf(many(6))).toBe(0);
});

it('frees the place of failed work, and reports when all has ended', async () => {
  await expect(limiter.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  const work = begin();
  let idle = false;
  void limiter.idle().then(() => (idle = true));
  await new Promise(setImmediate);
  expect(idle).toBe(false);
  await end();
  await work;
  expect(idle).toBe(true);
});
