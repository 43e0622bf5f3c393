import { availableParallelism } from 'node:os';
import { fittingLimits, memoryForWorkers, type PoolLimits } from './pool-limits';
import { WorkerError } from './worker-error';
import { type RunOptions, type WorkerEnd, type WorkerOptions, WorkerProcess } from './worker-process';

/** In milliseconds. A new process takes half a second of processor time until it has read its first page, and holds 90 MB. */
const idleFor = 60_000;

const mostWorkers = 4;

export interface PoolOptions extends WorkerOptions {
  /** The maximum of tasks at the same time; by default one a processor, and at most four. */
  size?: number;
  /** The number of tasks after which a process is replaced. With 1, no task can see data of another one. */
  tasksPerProcess?: number;
  logger: { warn(fields: object, message: string): void };
}

interface QueuedTask {
  task: unknown;
  options: RunOptions<unknown, unknown>;
  resolve: (result: never) => void;
  reject: (error: unknown) => void;
  /** After an interruption, which says nothing about the task, it runs once more. */
  isSecondTry: boolean;
  /** The process that runs it. */
  worker?: WorkerProcess;
}

/** The limits that the open pools of this process ask for. */
const openPools = new Map<object, PoolLimits>();

/**
 * Runs tasks that need their own limits of CPU time and memory, in processes that start on demand and end after a minute
 * without a task. Processes rather than threads: a full heap of a thread ends the whole process in V8's
 * most usual ways to fill it (`JSON.parse`, a growing Map, `split`), with Node 20, 22 and 24; buffers have no limit in
 * it, and its processor time cannot be measured apart from that of others. In a container with a limit of memory, all pools of
 * the process share what its own heap leaves.
 */
export class WorkerPool<Task, Result, Question = never, Answer = never> {
  private readonly workers = new Set<WorkerProcess>();
  private readonly idle: WorkerProcess[] = [];
  private readonly waiting: QueuedTask[] = [];
  private rest?: NodeJS.Timeout;
  private isClosed = false;

  constructor(private readonly options: PoolOptions) {
    const size = options.size ?? Math.min(mostWorkers, availableParallelism());
    openPools.set(this, { size, memory: options.limits.memory });
  }

  /** The number of tasks at the same time. */
  get size(): number {
    return this.fitting().size;
  }

  /** Throws WorkerError for a fault of the task, WorkerStartError, the reason of the signal, or the error of `answer`. */
  async run(task: Task, options: RunOptions<Question, Answer> = {}): Promise<Result> {
    const { signal } = options;
    signal?.throwIfAborted();
    let abort: () => void;
    try {
      return await new Promise<Result>((resolve, reject) => {
        const waiting: QueuedTask = {
          task,
          options: options as QueuedTask['options'],
          resolve,
          reject,
          isSecondTry: false,
        };
        abort = () => this.abort(waiting, signal!.reason as Error);
        signal?.addEventListener('abort', abort);
        this.waiting.push(waiting);
        this.next();
      });
    } finally {
      signal?.removeEventListener('abort', abort!);
    }
  }

  /** Ends all processes, and interrupts their tasks. */
  close(): void {
    this.isClosed = true;
    openPools.delete(this);
    clearTimeout(this.rest);
    for (const worker of this.workers) worker.end();
  }

  private abort(waiting: QueuedTask, reason: Error): void {
    const place = this.waiting.indexOf(waiting);
    if (place >= 0) this.waiting.splice(place, 1);
    waiting.reject(reason);
    waiting.worker?.end();
  }

  private next(): void {
    if (this.waiting.length === 0) return;
    const worker = this.idleWorker() ?? this.another();
    if (!worker) return;
    clearTimeout(this.rest);
    void this.work(worker, this.waiting.shift()!);
  }

  private async work(worker: WorkerProcess, waiting: QueuedTask): Promise<void> {
    const { task, options, resolve, reject } = waiting;
    waiting.worker = worker;
    try {
      resolve((await worker.run(task, options)) as never);
    } catch (error) {
      const isInterrupted = error instanceof WorkerError && error.failure === 'interrupted';
      if (isInterrupted && !waiting.isSecondTry && !options.signal?.aborted && !this.isClosed) {
        waiting.isSecondTry = true;
        this.waiting.unshift(waiting);
      } else reject(error);
      // It may still run, for example after a question without an answer.
      if (!(error instanceof WorkerError)) worker.end();
    }
    waiting.worker = undefined;
    this.release(worker);
  }

  /** An idle process that is alive: a process may die while it is idle, from the effects of its last task. */
  private idleWorker(): WorkerProcess | undefined {
    for (let worker = this.idle.pop(); worker; worker = this.idle.pop()) {
      if (worker.isAlive) return worker;
      this.workers.delete(worker);
    }
    return undefined;
  }

  private another(): WorkerProcess | undefined {
    const { size, memory } = this.fitting();
    if (this.workers.size >= size) return undefined;
    const limits = { ...this.options.limits, memory };
    const worker = new WorkerProcess({ ...this.options, limits }, (end) => this.log(end));
    this.workers.add(worker);
    return worker;
  }

  /** Asked for again each time, because the pools of a process do not all open at once. */
  private fitting(): PoolLimits {
    const asked = openPools.get(this) ?? { size: 0, memory: this.options.limits.memory };
    return fittingLimits(asked, [...openPools.values()], memoryForWorkers());
  }

  private release(worker: WorkerProcess): void {
    if (worker.tasks >= (this.options.tasksPerProcess ?? Infinity)) worker.end();
    if (worker.isAlive) this.idle.push(worker);
    else this.workers.delete(worker);
    this.next();
    if (this.idle.length === this.workers.size) this.rest = setTimeout(() => this.endIdle(), idleFor).unref();
  }

  private endIdle(): void {
    for (const worker of this.idle.splice(0)) {
      this.workers.delete(worker);
      worker.end();
    }
  }

  private log(end: WorkerEnd): void {
    this.options.logger.warn(end, 'A worker ended');
  }
}
