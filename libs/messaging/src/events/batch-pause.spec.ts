import { BatchPause } from './batch-pause';

it('has the first batch follow at once, and those that follow without a break later and later', () => {
  const pause = new BatchPause();
  expect([500, 10, 0, 0, 0].map((since) => pause.before(since))).toEqual([0, 40, 100, 150, 150]);
});

it('begins anew after a break', () => {
  const pause = new BatchPause();
  for (const since of [0, 0, 0]) pause.before(since);
  expect([100, 20].map((since) => pause.before(since))).toEqual([0, 30]);
});
