import { Worker } from 'node:worker_threads';
import type { KnownPaths, ReadingTask, ThreadAnswer, ThreadRequest } from './reading-tasks';

/** Why something could not be read, for the one who imports it. `lost` when it took a thread with it. */
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
const mebibytes = 1_024;

/** One thread, which does one task at a time. A task that takes too long or too much memory ends the thread. */
export class ReadingThread {
  private readonly worker: Worker;
  private known?: KnownPaths;
  private current?: { resolve: (reading: unknown) => void; reject: (error: ReadingError) => void };
  isAlive = true;

  constructor(program: string) {
    this.worker = new Worker(program, {
      resourceLimits: { maxOldGenerationSizeMb: mebibytes, maxYoungGenerationSizeMb: 128 },
    });
    this.worker.unref();
    this.worker.on('message', (answer: ThreadAnswer) => {
      if ('reading' in answer) this.current?.resolve(answer.reading);
      else this.current?.reject(new ReadingError(answer.failure));
    });
    this.worker.on('error', (error: NodeJS.ErrnoException) =>
      this.lose(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'it takes too much memory to read' : error.message),
    );
    this.worker.on('exit', () => this.lose('reading was interrupted'));
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

  async end(): Promise<void> {
    this.isAlive = false;
    await this.worker.terminate();
  }

  private send(request: ThreadRequest): void {
    this.worker.postMessage(request);
  }

  private lose(message: string): void {
    this.isAlive = false;
    this.current?.reject(new ReadingError(message, true));
    void this.worker.terminate();
  }
}
