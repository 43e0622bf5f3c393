import { Worker } from 'node:worker_threads';
import { compiledProgram } from '../compiled-program';
import type { PdfTask } from './pdf-task';

const program = compiledProgram(__dirname, 'pdf-thread.js');

/** In milliseconds, and in mebibytes. */
const longest = 5 * 60_000;
const memory = 1_024;

/** What was to be printed cannot be. */
export class PrintError extends Error {
  constructor(reason: string) {
    super(`The PDF cannot be printed: ${reason}`);
    this.name = 'PrintError';
  }
}

/**
 * Prints in a thread of its own, which takes a hostile image, or a document that never ends, with it and nothing else.
 * Throws PrintError; the signal's reason when the work is to end.
 */
export async function printInThread(task: PdfTask, signal: AbortSignal): Promise<Buffer> {
  signal.throwIfAborted();
  const worker = new Worker(program, { workerData: task, resourceLimits: { maxOldGenerationSizeMb: memory } });
  let clock: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      clock = setTimeout(() => reject(new PrintError('it takes too long')), longest);
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)));
      worker.once('error', (error) => reject(new PrintError(error.message)));
      worker.once('exit', () => reject(new PrintError('it was interrupted')));
    });
  } finally {
    clearTimeout(clock);
    await worker.terminate();
  }
}
