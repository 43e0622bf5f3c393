import { writeSync } from 'node:fs';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { limitLine, type WorkerLimits } from './worker-messages';

/** In milliseconds. */
const checkEvery = 100;

interface Watch {
  watchesLimits: true;
  /** The processor time, in milliseconds, at which the task has taken too much; 0 between tasks. */
  deadline: Int32Array;
  /** Bytes of the process. */
  memory: number;
  parent: number;
}

/**
 * Ends this process when a task takes too much processor time or memory, or when its parent is gone. It watches from a thread of
 * its own: the one of the program is busy when it matters. Answers a function to call at the beginning and at the end of a task.
 */
export function watchLimits({ processorTime, memory }: WorkerLimits): (isWorking: boolean) => void {
  const deadline = new Int32Array(new SharedArrayBuffer(4));
  const watch: Watch = { watchesLimits: true, deadline, memory: memory * 1.5 * 1024 ** 2, parent: process.ppid };
  new Worker(__filename, { workerData: watch }).unref();
  return (isWorking) =>
    void Atomics.store(deadline, 0, isWorking ? Math.ceil(usedProcessorTime() + processorTime * 1_000) : 0);
}

function check({ deadline, memory, parent }: Watch): void {
  const until = Atomics.load(deadline, 0);
  if (until > 0 && usedProcessorTime() > until) end('processor-time');
  if (process.memoryUsage.rss() > memory) end('memory');
  if (process.ppid !== parent) end();
}

/** Of this process, in milliseconds. */
function usedProcessorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function end(limit?: 'processor-time' | 'memory'): void {
  // The stream of a thread goes through the main thread, which may not answer.
  if (limit) writeSync(2, `\n${limitLine}${limit}\n`);
  process.kill(process.pid, 'SIGKILL');
}

const started = workerData as Partial<Watch> | null;
if (!isMainThread && started?.watchesLimits) setInterval(check, checkEvery, started);
