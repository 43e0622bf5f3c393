/** `task`: the task failed with a message. `interrupted`: its process ended, by itself or by others. The others are limits. */
type WorkerFailure = 'task' | 'memory' | 'processor-time' | 'interrupted';

/** The reason why a worker did not finish a task. The message continues a sentence that names the task: "<file> cannot be read: ...". */
export class WorkerError extends Error {
  constructor(
    message: string,
    readonly failure: WorkerFailure,
  ) {
    super(message);
    this.name = 'WorkerError';
  }

  /** Whether the process of the task ended with it. */
  get isLost(): boolean {
    return this.failure !== 'task';
  }
}

/** The program of a worker did not start. No task is the cause. */
export class WorkerStartError extends Error {
  constructor(worker: string, how: string) {
    super(`The worker ${worker} did not start: ${how}`);
    this.name = 'WorkerStartError';
  }
}
