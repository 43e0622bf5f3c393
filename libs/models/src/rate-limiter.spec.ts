import { BusyError } from './model-errors';
import { RateLimiter } from './rate-limiter';

/** Lets a call of a server that wants to be left alone, and two that wait for their turn behind it, begin in its order. */
function behindBusy(after: number) {
  const limiter = new RateLimiter(600, 0);
  const begun: number[] = [];
  const busy = limiter.run(() => Promise.reject(new BusyError('Busy', after)));
  const call = () => Promise.resolve(begun.push(performance.now()));
  return { begun, calls: Promise.allSettled([busy, limiter.run(call), limiter.run(call)]) };
}

it('lets those that wait already begin only after the server may be asked again, one after the other', async () => {
  const from = performance.now();
  const { begun, calls } = behindBusy(400);
  expect((await calls).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  // Timers count whole milliseconds, and may be early by one.
  expect(begun[0]! - from).toBeGreaterThan(398);
  expect(begun[1]! - from).toBeGreaterThan(498);
});

it('fails waiting calls where the server wants a longer pause than a caller waits', async () => {
  const { begun, calls } = behindBusy(120_000);
  const reasons = (await calls).map((one) => (one.status === 'rejected' ? (one.reason as Error).message : ''));
  const later = 'The model server asks to wait for more than a minute';
  expect(reasons).toEqual(['Busy', later, later]);
  expect(begun).toEqual([]);
});

it('makes no call for a caller who has left, before it or between two attempts', async () => {
  const left = new AbortController();
  const call = jest.fn(() => {
    left.abort('left');
    return Promise.reject(new BusyError('Busy', 0));
  });
  const abandoned = { reason: 'left', tokens: 0 };
  const limiter = new RateLimiter(60_000, 3);
  await expect(limiter.run(call, left.signal)).rejects.toMatchObject(abandoned);
  await expect(limiter.run(call, left.signal)).rejects.toMatchObject(abandoned);
  expect(call).toHaveBeenCalledTimes(1);
});
