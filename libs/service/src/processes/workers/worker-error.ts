/** `task`: the program says what is wrong. `interrupted`: its process ended, by itself or by others. The others are limits. */
type WorkerFailure = 'task' | 'memory' | 'processor-time' | 'interrupted';

/** Why a worker did not do a task. The message continues a sentence that names the task: "<file> cannot be read: ...". */
export class WorkerError extends Error {
  constructor(
    message: string,
    readonly failure: WorkerFailure,
  ) {
    super(message);
    this.name = 'WorkerError';
  }

  /** Whether the task took its process with it. */
  get isLost(): boolean {
    return this.failure !== 'task';
  }
}

/** A worker's program did not come up: nothing that a task could be blamed for. */
export class WorkerStartError extends Error {
  constructor(worker: string, how: string) {
    super(`The worker ${worker} did not start: ${how}`);
    this.name = 'WorkerStartError';
  }
}
