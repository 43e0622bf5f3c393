import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Stops all of them, and waits for `bound` milliseconds in sum: a process that does not end in time is killed, so what
 * takes longer is cut off here, and undone with its connection.
 */
export async function stopAll(parts: { stop(): Promise<void> }[], bound = 10_000): Promise<void> {
  const stopped = Promise.all(parts.map((part) => part.stop()));
  await Promise.race([stopped, sleep(bound, undefined, { ref: false })]);
}
