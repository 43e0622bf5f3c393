import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds between two looks, and after which nothing is expected any more. */
const STEP = 10;
const PATIENCE = 30_000;

/** Milliseconds until a condition is true. Throws where it is not after half a minute. */
export async function eventually(isSo: () => Promise<boolean>): Promise<number> {
  const begun = performance.now();
  while (!(await isSo())) {
    if (performance.now() - begun > PATIENCE)
      throw new Error(`The condition was still false after ${PATIENCE / 1_000} s`);
    await delay(STEP);
  }
  return performance.now() - begun;
}
