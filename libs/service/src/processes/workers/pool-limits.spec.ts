import { fittingLimits, memoryForWorkers, memoryPerHeap, type PoolLimits } from './pool-limits';

const reading = { size: 4, memory: 1_024 };
const printing = { size: 1, memory: 1_024 };
const pools = [reading, reading, printing, printing];
const together = (available: number) =>
  pools
    .map((pool) => fittingLimits(pool, pools, available))
    .reduce((sum, { size, memory }: PoolLimits) => sum + size * memory * memoryPerHeap, 0);

it('leaves pools as they are where memory has no limit, or where all fit', () => {
  expect(fittingLimits(reading, pools, memoryForWorkers(Infinity))).toEqual(reading);
  expect(fittingLimits(reading, pools, 10 * 1_024 * memoryPerHeap)).toEqual(reading);
});

it('takes workers away first, and memory only from the last one', () => {
  expect(fittingLimits(reading, pools, 10_000)).toEqual({ size: 2, memory: 1_024 });
  expect(fittingLimits(printing, pools, 10_000)).toEqual({ size: 1, memory: 1_024 });
  expect(fittingLimits(reading, pools, 2_400)).toEqual({ size: 1, memory: 533 });
  expect(fittingLimits(printing, pools, 2_400)).toEqual({ size: 1, memory: 266 });
});

it.each([1_000, 2_560, 4_608, 8_000, 16_384])('keeps all workers together within %i MiB', (available) => {
  expect(together(available)).toBeLessThanOrEqual(available);
});

it('counts the heap of the process itself, and an eighth of it all outside of the heap', () => {
  expect(memoryForWorkers(2_048, 1_344)).toBe(512);
  // It still starts where nothing is left: one worker, with what Node needs.
  expect(fittingLimits(reading, pools, memoryForWorkers(1_024, 1_344))).toEqual({ size: 1, memory: 64 });
});
