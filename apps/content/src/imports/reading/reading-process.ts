import { fork, type ChildProcess } from 'node:child_process';
import type { KnownPaths, ProcessAnswer, ProcessRequest, ReadingTask } from './reading-tasks';

/** Why something could not be read, for the one who imports it. `lost` when it took a process with it. */
export class ReadingError extends Error {
  constructor(
    message: string,
    readonly lost = false,
  ) {
    super(message);
    this.name = 'ReadingError';
  }
}

/** In milliseconds. The largest pages take some ten seconds of a whole core. */
const longest = 60_000;

/** Of memory, in mebibytes. */
const most = 1_024;

/**
 * Optimises code later than Node does: a source of usual size has been read before what is optimised early pays for it, and
 * half of what an import took was the compiler's.
 */
const lateOptimisation = '--interrupt-budget=500000';

/** One process, which does one task at a time. A task that takes too long or too much memory ends the process. */
export class ReadingProcess {
  private readonly child: ChildProcess;
  private known?: KnownPaths;
  private current?: { resolve: (reading: unknown) => void; reject: (error: ReadingError) => void };
  isAlive = true;

  constructor(program: string, memory = most) {
    this.child = fork(program, [], {
      env: {},
      execArgv: [`--max-old-space-size=${memory}`, lateOptimisation],
      serialization: 'advanced',
      stdio: 'ignore',
    });
    this.child.unref();
    this.child.channel?.unref();
    this.child.on('message', (answer: ProcessAnswer) => {
      if ('reading' in answer) this.current?.resolve(answer.reading);
      else this.current?.reject(new ReadingError(answer.failure));
    });
    this.child.on('error', (error) => this.lose(error.message));
    // Node aborts when its heap is full.
    this.child.on('exit', (_code, signal) =>
      this.lose(signal === 'SIGABRT' ? 'it takes too much memory to read' : 'reading was interrupted'),
    );
  }

  async run(task: ReadingTask, known?: KnownPaths): Promise<unknown> {
    if (known && known !== this.known) this.send({ known });
    this.known = known ?? this.known;
    const clock = setTimeout(() => this.lose('it takes too long to read'), longest);
    try {
      return await new Promise((resolve, reject) => {
        this.current = { resolve, reject };
        this.send({ task });
      });
    } finally {
      clearTimeout(clock);
      this.current = undefined;
    }
  }

  end(): void {
    this.isAlive = false;
    this.child.kill('SIGKILL');
  }

  private send(request: ProcessRequest): void {
    // What cannot be sent is told by the end of the process.
    this.child.send(request, () => undefined);
  }

  private lose(message: string): void {
    this.current?.reject(new ReadingError(message, true));
    this.end();
  }
}
