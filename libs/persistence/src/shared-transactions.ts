import { AsyncResource } from 'node:async_hooks';
import type { Database } from './database';
import { NotShared, type Member } from './sharing';

interface Waiting extends Member {
  key: string;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
}

export interface SharedTransactionsOptions {
  /** How many works one transaction holds at most. */
  most: number;
  /** How many transactions there are at the same time. */
  atOnce: number;
}

/**
 * Lets work that comes while other work is under way share the transactions after it, so that a busy service makes few
 * round trips and commits for much work. Who comes alone does not wait, and has a transaction of his own.
 */
export class SharedTransactions {
  private waiting: Waiting[] = [];
  private readonly taken = new Set<string>();
  private running = 0;
  /** What many share belongs to none of their requests. */
  private readonly outside = new AsyncResource('SharedTransactions');

  constructor(
    private readonly db: Database,
    private readonly options: SharedTransactionsOptions,
  ) {}

  /**
   * Runs work as `Database.transaction` does, as it may have to be repeated: it must do nothing outside the database,
   * and should write by gathering alone. Works with the same key, which may name what they lock, follow each other.
   */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (this.db.inTransaction) return work();
    const context = new AsyncResource('SharedTransactions');
    const enter = <R>(begin: () => R): R => context.runInAsyncScope(begin);
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ key, work, enter, resolve, reject });
      this.outside.runInAsyncScope(() => this.next());
    });
  }

  private next(): void {
    while (this.running < this.options.atOnce) {
      const some = this.pick();
      if (some.length === 0) return;
      this.running++;
      void this.finish(some).finally(() => {
        this.running--;
        for (const { key } of some) this.taken.delete(key);
        this.next();
      });
    }
  }

  /** Those who came first, each key once. */
  private pick(): Waiting[] {
    const some: Waiting[] = [];
    const rest: Waiting[] = [];
    for (const one of this.waiting) {
      if (some.length === this.options.most || this.taken.has(one.key)) rest.push(one);
      else {
        this.taken.add(one.key);
        some.push(one);
      }
    }
    this.waiting = rest;
    return some;
  }

  private async finish(some: Waiting[]): Promise<void> {
    if (some.length === 1) return this.alone(some[0]!);
    try {
      const settled = await this.db.shared(some);
      await Promise.all(settled.map((outcome, index) => this.settle(some[index]!, outcome)));
    } catch (error) {
      if (error instanceof NotShared) await Promise.all(some.map((one) => this.alone(one)));
      else for (const { reject } of some) reject(error);
    }
  }

  private settle(one: Waiting, outcome: PromiseSettledResult<unknown>): Promise<void> | void {
    if (outcome.status === 'fulfilled') one.resolve(outcome.value as never);
    else if (outcome.reason instanceof NotShared) return this.alone(one);
    else one.reject(outcome.reason);
  }

  private alone({ work, enter, resolve, reject }: Waiting): Promise<void> {
    return enter!(() => this.db.transaction(work)).then((value) => resolve(value as never), reject);
  }
}
