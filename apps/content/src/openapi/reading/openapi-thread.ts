import { parentPort, workerData } from 'node:worker_threads';
import type { Failure, ReadingStart, SpecificationText, ThreadAnswer, ThreadMessage } from './openapi-reading';
import { readSpecification } from './read-specification';
import { parseError, SpecificationError } from './specification-error';

/** The program of a thread: reads the specification that it was started with, and asks for files as it needs them. */
const port = parentPort!;
const say = (message: ThreadMessage) => port.postMessage(message);

function load(url: string): Promise<SpecificationText> {
  say({ wanted: url });
  return new Promise((resolve, reject) => {
    port.once('message', (answer: ThreadAnswer) => {
      if ('failure' in answer) reject(new SpecificationError(answer.failure.code, answer.failure.errors));
      else resolve(answer);
    });
  });
}

/** Whatever fails in here fails for what the specification says. */
function failureOf(error: unknown): Failure {
  const known = error instanceof SpecificationError ? error : parseError(`Not readable: ${(error as Error).message}`);
  return { code: known.code, errors: known.errors };
}

readSpecification(workerData as ReadingStart, load).then(
  (reading) => say({ reading }),
  (error: unknown) => say({ failure: failureOf(error) }),
);
