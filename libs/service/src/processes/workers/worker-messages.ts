/** The limits of one task. */
export interface WorkerLimits {
  /** Seconds of processor time, of all threads of the process together: a busy machine takes nothing away. */
  readonly processorTime: number;
  /** MiB of the heap. The whole process, with what lies outside of the heap, may take half as much again. */
  readonly memory: number;
}

/** Everything in a message can be cloned (the structured clone algorithm). */
export type ToWorker = { shared: unknown } | { task: unknown } | { answer: unknown };
export type FromWorker = { ready: true } | { question: unknown } | { result: unknown } | { failure: string };

/** Begins the line by which a worker says, on its standard error, at which limit it ends itself. */
export const limitLine = 'bindery worker limit: ';
