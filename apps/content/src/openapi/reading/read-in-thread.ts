import { Worker } from 'node:worker_threads';
import { compiledProgram } from '../../compiled-program';
import type { LoadFile } from './gather-files';
import type { OpenApiReading, ReadingStart, ThreadAnswer, ThreadMessage } from './openapi-reading';
import { parseError, SpecificationError } from './specification-error';

const program = compiledProgram(__dirname, 'openapi-thread.js');

/** In milliseconds, and in mebibytes. */
const longest = 2 * 60_000;
const memory = 1_024;

/**
 * Reads a specification in a thread of its own, so that a large one holds up no request, and a hostile one ends nothing
 * but the thread. Throws SpecificationError; the signal's reason when the work is to end.
 */
export async function readInThread(start: ReadingStart, load: LoadFile, signal: AbortSignal): Promise<OpenApiReading> {
  signal.throwIfAborted();
  const worker = new Worker(program, { workerData: start, resourceLimits: { maxOldGenerationSizeMb: memory } });
  let clock: NodeJS.Timeout | undefined;
  try {
    return await new Promise<OpenApiReading>((resolve, reject) => {
      const failed = (reason: string) => reject(parseError(`The specification cannot be read: ${reason}`));
      clock = setTimeout(() => failed('it takes too long'), longest);
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      worker.on('message', (message: ThreadMessage) => {
        if ('wanted' in message)
          void answerOf(message.wanted, load).then((answer) => worker.postMessage(answer), reject);
        else if ('reading' in message) resolve(message.reading);
        else reject(new SpecificationError(message.failure.code, message.failure.errors));
      });
      worker.once('error', (error: NodeJS.ErrnoException) =>
        failed(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'it takes too much memory' : error.message),
      );
      worker.once('exit', () => failed('reading was interrupted'));
    });
  } finally {
    clearTimeout(clock);
    await worker.terminate();
  }
}

async function answerOf(url: string, load: LoadFile): Promise<ThreadAnswer> {
  try {
    return await load(url);
  } catch (error) {
    if (!(error instanceof SpecificationError)) throw error;
    return { failure: { code: error.code, errors: error.errors } };
  }
}
