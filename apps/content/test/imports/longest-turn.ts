import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Measures how long the event loop of this process is held up at a time, in milliseconds. On Linux it is the processor
 * time of the main thread that counts, so that a busy machine does not look like a busy process; elsewhere it is the
 * time that passes.
 */
export function watchTurns(): () => number {
  if (mainThreadTime() === undefined) return watchDelay();
  let longest = 0;
  let last = mainThreadTime()!;
  const timer = setInterval(() => {
    const now = mainThreadTime()!;
    longest = Math.max(longest, now - last);
    last = now;
  }, 5);
  return () => {
    clearInterval(timer);
    return longest;
  };
}

function watchDelay(): () => number {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  return () => {
    delay.disable();
    return delay.max / 1e6;
  };
}

/** Nanoseconds on a processor come first in the scheduler's statistics of a thread. */
function mainThreadTime(): number | undefined {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return undefined;
  }
}
