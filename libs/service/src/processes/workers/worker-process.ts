import { type ChildProcess, fork } from 'node:child_process';
import { WorkerError, WorkerStartError } from './worker-error';
import { type FromWorker, limitLine, type ToWorker, type WorkerLimits } from './worker-messages';

const keptOutput = 16 * 1024;

/** The environment variables that Node itself uses. A worker reads untrusted input, so it gets no settings and no secrets. */
const passedOn = ['NODE_COMPILE_CACHE', 'SYSTEMROOT'];

export interface WorkerOptions {
  /** Its name in the log. */
  name: string;
  /** The path of a compiled program that calls `serveTasks`. */
  program: string;
  limits: WorkerLimits;
}

export interface RunOptions<Question, Answer> {
  /** The input of the task, such as the name of a file, for the log. */
  name?: string;
  /** Sent to each process once, for all consecutive tasks with the same object. */
  shared?: unknown;
  /** Answers a question of the task. Its error ends the task. */
  answer?: (question: Question) => Promise<Answer>;
  /** Ends the task, also one that waits, with the reason of the signal. */
  signal?: AbortSignal;
}

/** The unexpected end of a process. */
export interface WorkerEnd {
  worker: string;
  /** The name of its task. */
  task?: string;
  pid: number | undefined;
  code: number | null;
  signal: NodeJS.Signals | null;
  failure: string;
  /** The end of its output. */
  stderr: string;
}

/** One process, which runs one task at a time. A task that exceeds a limit ends the process. */
export class WorkerProcess {
  private readonly child: ChildProcess;
  private shared?: unknown;
  private stderr = '';
  private isReady = false;
  private current?: {
    name?: string;
    resolve: (result: unknown) => void;
    reject: (error: Error) => void;
    answer: (question: unknown) => Promise<unknown>;
  };
  isAlive = true;
  tasks = 0;

  constructor(
    private readonly options: WorkerOptions,
    private readonly report: (end: WorkerEnd) => void,
  ) {
    const { program, limits } = options;
    this.child = fork(program, [JSON.stringify(limits)], {
      env: Object.fromEntries(passedOn.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
      execArgv: [`--max-old-space-size=${limits.memory}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.child.stderr?.on('data', (data: Buffer) => (this.stderr = (this.stderr + data).slice(-keptOutput)));
    this.child.on('message', (message: FromWorker) => this.hear(message));
    this.child.on('error', (error) => this.lose(null, null, `it could not be started: ${error.message}`));
    // Emitted after `exit`, when all of its output has arrived.
    this.child.on('close', (code, signal) => this.lose(code, signal));
    this.keepsServiceAlive(false);
  }

  /** Throws WorkerError, WorkerStartError or the error of `answer`. */
  async run(task: unknown, { name, shared, answer = refuse }: RunOptions<unknown, unknown>): Promise<unknown> {
    this.tasks++;
    this.keepsServiceAlive(true);
    try {
      return await new Promise((resolve, reject) => {
        this.current = { name, resolve, reject, answer };
        if (shared !== undefined && shared !== this.shared) this.send({ shared });
        this.shared = shared ?? this.shared;
        this.send({ task });
      });
    } finally {
      this.current = undefined;
      this.keepsServiceAlive(false);
    }
  }

  /** Ends it without a line in the log, and interrupts its task. */
  end(): void {
    this.isAlive = false;
    this.current?.reject(new WorkerError('it was interrupted', 'interrupted'));
    this.child.kill('SIGKILL');
  }

  private hear(message: FromWorker): void {
    if ('ready' in message) this.isReady = true;
    else if ('result' in message) this.current?.resolve(message.result);
    else if ('failure' in message) this.current?.reject(new WorkerError(message.failure, 'task'));
    else this.current?.answer(message.question).then((answer) => this.send({ answer }), this.current.reject);
  }

  private send(message: ToWorker): void {
    // A failed send needs no handling here: the end of the process reports it.
    this.child.send(message, () => undefined);
  }

  private lose(code: number | null, signal: NodeJS.Signals | null, how?: string): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    const error = this.errorOf(
      how ?? (signal ? `its process was ended by ${signal}` : `its process ended with ${code}`),
    );
    const { child, current, options, stderr } = this;
    const end = { pid: child.pid, code, signal, failure: error.message, stderr: stderr.trim() };
    this.report({ worker: options.name, ...(current?.name && { task: current.name }), ...end });
    this.current?.reject(error);
  }

  private errorOf(how: string): Error {
    const { limits, name } = this.options;
    if (!this.isReady) return new WorkerStartError(name, how);
    const limit = this.stderr
      .split('\n')
      .find((line) => line.startsWith(limitLine))
      ?.slice(limitLine.length);
    if (limit === 'processor-time')
      return new WorkerError(`it takes more than ${limits.processorTime} s of processor time`, limit);
    // V8 writes "FATAL ERROR: ... Allocation failed" when the heap is full, and aborts.
    if (limit === 'memory' || /^FATAL ERROR: .*(Allocation failed|out of memory)/m.test(this.stderr))
      return new WorkerError(`it takes more than ${limits.memory} MiB of memory`, 'memory');
    return new WorkerError(how, 'interrupted');
  }

  private keepsServiceAlive(does: boolean): void {
    const act = does ? 'ref' : 'unref';
    this.child[act]();
    this.child.channel?.[act]();
    (this.child.stderr as { ref?(): void; unref?(): void } | null)?.[act]?.();
  }
}

const refuse = (): Promise<never> => Promise.reject(new Error('The pool does not answer questions of this task'));
