import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds between two looks, and after which nothing is expected any more. */
const STEP = 10;
const PATIENCE = 30_000;

/** How long it takes until something is so, in milliseconds. */
export async function eventually(isSo: () => Promise<boolean>): Promise<number> {
  const begun = performance.now();
  while (!(await isSo())) {
    if (performance.now() - begun > PATIENCE) throw new Error(`It is not so after ${PATIENCE / 1_000} s`);
    await delay(STEP);
  }
  return performance.now() - begun;
}
