import { currentContext, runInContext } from '@bindery/observability';

interface Run<T> {
  answer: Promise<T>;
  begin: () => void;
  /** Milliseconds since 1970: the latest of those who wait. */
  deadline: number;
}

/**
 * Does work once for many who ask for the same at a time. Who asks while it is under way waits for the next run, and so do all
 * who come until that begins: nobody gets an answer from before the question, and a lone question waits for nobody.
 */
export class SharedWork<T> {
  /** What is under way, by key, each with the run that follows. */
  private readonly underWay = new Map<string, Run<T> | undefined>();

  /** `key` stands for everything that the answer depends on. Throws what the work throws, for all who wait for it. */
  run(key: string, work: () => Promise<T>): Promise<T> {
    if (!this.underWay.has(key)) return this.start(key, work);
    let next = this.underWay.get(key);
    if (!next) this.underWay.set(key, (next = this.plan(key, work)));
    next.deadline = Math.max(next.deadline, currentContext()?.deadline ?? Infinity);
    return next.answer;
  }

  /** It works in the context of the first who waits for it: nothing of whoever asked before is in reach, such as a transaction. */
  private plan(key: string, work: () => Promise<T>): Run<T> {
    const context = currentContext();
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const answer = begun.then(() =>
      context
        ? runInContext({ ...context, deadline: run.deadline }, () => this.start(key, work))
        : this.start(key, work),
    );
    const run: Run<T> = { answer, begin, deadline: 0 };
    return run;
  }

  private async start(key: string, work: () => Promise<T>): Promise<T> {
    this.underWay.set(key, undefined);
    try {
      return await work();
    } finally {
      const next = this.underWay.get(key);
      if (next) next.begin();
      else this.underWay.delete(key);
    }
  }
}
