import { timedOut } from '@bindery/contracts';
import { currentContext } from '@bindery/observability';

/** The longest time of a timer of Node, in milliseconds. */
const longest = 2 ** 31 - 1;

/** Runs work that ends with the signal at the deadline of the current request. Throws 504 then. */
export async function withinDeadline<T>(work: (signal: AbortSignal | undefined) => Promise<T>): Promise<T> {
  const left = (currentContext()?.deadline ?? Infinity) - Date.now();
  const signal = left > longest ? undefined : AbortSignal.timeout(Math.max(0, left));
  try {
    return await work(signal);
  } catch (error) {
    throw signal?.aborted ? timedOut() : error;
  }
}
