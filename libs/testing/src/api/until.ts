import { setTimeout as sleep } from 'node:timers/promises';
import { RefusedError } from './api-caller';

/** Milliseconds between two looks: at first, and at most. The observed process needs the processor too. */
const [soon, late] = [10, 200];

/**
 * Waits until a condition holds. A call of the platform that is refused means "not yet": what a job or an event makes is
 * not there before it ran. Throws after `milliseconds` with the last refusal, far beyond what any healthy wait takes.
 */
export async function until(condition: () => boolean | Promise<boolean>, milliseconds = 120_000): Promise<void> {
  const end = Date.now() + milliseconds;
  for (let pause = soon; ; pause = Math.min(late, pause * 1.3), await sleep(pause)) {
    const outcome = await attempt(condition);
    if (outcome === true) return;
    if (Date.now() > end) throw outcome || new Error(`Not so within ${milliseconds} ms: ${String(condition)}`);
  }
}

async function attempt(condition: () => boolean | Promise<boolean>): Promise<boolean | RefusedError> {
  try {
    return await condition();
  } catch (error) {
    if (error instanceof RefusedError) return error;
    throw error;
  }
}
