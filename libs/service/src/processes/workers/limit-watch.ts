import { writeSync } from 'node:fs';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { memoryPerHeap } from './pool-limits';
import { limitLine, type WorkerLimits } from './worker-messages';

/** In milliseconds. */
const checkEvery = 100;

interface LimitSettings {
  watchesLimits: true;
  /** The CPU time of the process, in milliseconds, that ends the task; 0 between tasks. */
  deadline: Int32Array;
  /** The maximum memory of the process in bytes. */
  memory: number;
  parent: number;
}

/**
 * Ends this process when a task uses too much CPU time or memory, or when its parent has ended. It watches from another thread,
 * because the main thread is busy then. Returns a function to call at the beginning and at the end of a task.
 */
export function watchLimits({ processorTime, memory }: WorkerLimits): (isWorking: boolean) => void {
  const deadline = new Int32Array(new SharedArrayBuffer(4));
  const watch: LimitSettings = {
    watchesLimits: true,
    deadline,
    memory: memory * memoryPerHeap * 1024 ** 2,
    parent: process.ppid,
  };
  new Worker(__filename, { workerData: watch }).unref();
  return (isWorking) =>
    void Atomics.store(deadline, 0, isWorking ? Math.ceil(usedProcessorTime() + processorTime * 1_000) : 0);
}

function check({ deadline, memory, parent }: LimitSettings): void {
  const until = Atomics.load(deadline, 0);
  if (until > 0 && usedProcessorTime() > until) end('processor-time');
  if (process.memoryUsage.rss() > memory) end('memory');
  if (process.ppid !== parent) end();
}

/** The CPU time of this process, in milliseconds. */
function usedProcessorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function end(limit?: 'processor-time' | 'memory'): void {
  // The output stream of a thread goes through the main thread, which may be blocked.
  if (limit) writeSync(2, `\n${limitLine}${limit}\n`);
  process.kill(process.pid, 'SIGKILL');
}

const started = workerData as Partial<LimitSettings> | null;
if (!isMainThread && started?.watchesLimits) setInterval(check, checkEvery, started);
