import { BatchLoader } from './batch-loader';

type Work<T> = () => Promise<T>;

/**
 * Does work once for concurrent callers with the same key. A caller that comes while it is under way waits for the next run, as do
 * all others until that begins: no answer is older than its request, and a lone caller does not wait.
 */
export class SingleFlight<T> {
  /** The runs under way, by key. */
  private readonly underWay = new Map<string, BatchLoader<Work<T>, T>>();

  /** `key` stands for everything that the answer depends on. Throws the error of the work, for all callers that wait for it. */
  run(key: string, work: Work<T>): Promise<T> {
    let runs = this.underWay.get(key);
    if (!runs) {
      runs = new BatchLoader(doFirst<T>, { most: Infinity, onIdle: () => this.underWay.delete(key) });
      this.underWay.set(key, runs);
    }
    return runs.load(work);
  }
}

/** All callers of a key bring the same work. */
async function doFirst<T>(works: readonly Work<T>[]): Promise<T[]> {
  const answer = await works[0]!();
  return works.map(() => answer);
}
