import { Session } from 'node:inspector';
import { performance } from 'node:perf_hooks';

/** In milliseconds. */
const STARTED_AFTER = 10_000;

/** Of its time. A process that is busier has V8 collect garbage anyway, and those who ask it should not wait. */
const AT_REST = 0.5;

/**
 * Gives back, some time after a process is ready, the memory that only its start needed: a third of all. Of a process at rest V8
 * itself would not collect it for minutes.
 */
export function giveBackMemory(after = STARTED_AFTER): void {
  const ready = performance.eventLoopUtilization();
  setTimeout(() => {
    if (performance.eventLoopUtilization(ready).utilization < AT_REST) collectGarbage();
  }, after).unref();
}

/** Takes 50 to 100 ms, during which nothing else runs. */
function collectGarbage(): void {
  const session = new Session();
  session.connect();
  // A session cannot end while it answers.
  session.post('HeapProfiler.collectGarbage', () => setImmediate(() => session.disconnect()));
}
