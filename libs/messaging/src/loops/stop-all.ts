import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Stops all parts, and waits at most `bound` milliseconds in total, because a process that does not end in time is killed. Work
 * that takes longer is interrupted, and rolled back with its connection.
 */
export async function stopAll(parts: { stop(): Promise<void> }[], bound = 10_000): Promise<void> {
  const stopped = Promise.all(parts.map((part) => part.stop()));
  await Promise.race([stopped, sleep(bound, undefined, { ref: false })]);
}
