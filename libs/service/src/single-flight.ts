import { BatchLoader } from '@bindery/batching';

type Work<T> = () => Promise<T>;

/**
 * Does work once for many who ask for the same at a time. Who asks while it is under way waits for the next run, and so do all
 * who come until that begins: nobody gets an answer from before the question, and a lone question waits for nobody.
 */
export class SingleFlight<T> {
  /** What is under way, by key. */
  private readonly underWay = new Map<string, BatchLoader<Work<T>, T>>();

  /** `key` stands for everything that the answer depends on. Throws what the work throws, for all who wait for it. */
  run(key: string, work: Work<T>): Promise<T> {
    let runs = this.underWay.get(key);
    if (!runs) {
      runs = new BatchLoader(doFirst<T>, { most: Infinity, onIdle: () => this.underWay.delete(key) });
      this.underWay.set(key, runs);
    }
    return runs.load(work);
  }
}

/** All who ask have brought the same work. */
async function doFirst<T>(works: readonly Work<T>[]): Promise<T[]> {
  const answer = await works[0]!();
  return works.map(() => answer);
}
