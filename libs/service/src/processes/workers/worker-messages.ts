/** The limits of one task. */
export interface WorkerLimits {
  /** Seconds of CPU time, of all threads of the process together. Waiting on a busy machine does not count. */
  readonly processorTime: number;
  /** MiB of the heap. The whole process, with memory outside the heap, may use 1.5 times as much; less where a container has no more. */
  readonly memory: number;
}

/** Messages hold only values that the structured clone algorithm can copy. */
export type ToWorker = { shared: unknown } | { task: unknown } | { answer: unknown };
export type FromWorker = { ready: true } | { question: unknown } | { result: unknown } | { failure: string };

/** The beginning of the line on standard error in which a worker names the limit at which it ends itself. */
export const limitLine = 'bindery worker limit: ';
