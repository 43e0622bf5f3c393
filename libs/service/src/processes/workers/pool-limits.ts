import { getHeapStatistics } from 'node:v8';

/** The largest size of a pool, and the memory of each of its workers: MiB of the heap. */
export interface PoolLimits {
  size: number;
  memory: number;
}

/** A process may use this much for each MiB of its heap, because buffers have no limit in it. */
export const memoryPerHeap = 1.5;

/** MiB. With less, a worker does not even read its program. */
const leastHeap = 64;

const MiB = 1024 ** 2;

/**
 * The MiB that all workers of a process may take together: what the limit of its container leaves beside its own heap and, for
 * buffers and threads, a seventh of that. A container whose processes take more is killed as a whole. Infinite without a limit.
 */
export function memoryForWorkers(
  container = (process.constrainedMemory() || Infinity) / MiB,
  heap = getHeapStatistics().heap_size_limit / MiB,
): number {
  return container - (heap * 8) / 7;
}

/**
 * The limits of a pool where all pools of the process share the available MiB. A pool gets fewer workers first, and a worker
 * with less memory only where one is too much. A pool of many workers has the weight of two: on a machine with many processors
 * it would leave too little to pools of one.
 */
export function fittingLimits(pool: PoolLimits, pools: readonly PoolLimits[], available: number): PoolLimits {
  const requested = sum(pools.map((other) => other.size * processMemory(other)));
  if (requested <= available) return pool;
  const share = (available * weight(pool)) / sum(pools.map(weight));
  const size = Math.min(pool.size, Math.max(1, Math.floor(share / processMemory(pool))));
  const memory = Math.min(pool.memory, Math.floor(share / size / memoryPerHeap));
  return { size, memory: Math.max(leastHeap, memory) };
}

const processMemory = ({ memory }: PoolLimits): number => memory * memoryPerHeap;
const weight = ({ size, memory }: PoolLimits): number => Math.min(size, 2) * memory;
const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
