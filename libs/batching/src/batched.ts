import { AsyncResource } from 'node:async_hooks';
import { currentContext, runInContext } from '@bindery/observability';

/** Answers something for each of many keys, in their order. */
export type Load<K, V> = (keys: K[]) => Promise<V[]>;

/** How many keys one call answers at most. */
const most = 500;

interface Asked<K, V> {
  key: K;
  context: AsyncResource;
  /** Milliseconds since 1970. */
  deadline: number;
  resolve: (value: V) => void;
  reject: (error: unknown) => void;
}

/**
 * Answers keys with few calls of `load`: while one is under way, further keys are collected and go together when it
 * returns. No answer is older than its question, and who asks alone does not wait. Not for transactions, which see more
 * than others do.
 */
export class Batched<K, V> {
  private asked: Asked<K, V>[] = [];
  private isBusy = false;

  constructor(private readonly load: Load<K, V>) {}

  ask(key: K): Promise<V> {
    const { deadline = Number.MAX_SAFE_INTEGER } = currentContext() ?? {};
    return new Promise((resolve, reject) => {
      this.asked.push({ key, context: new AsyncResource('Batched'), deadline, resolve, reject });
      if (this.isBusy) return;
      this.isBusy = true;
      // Keys that the same tick asks for go in the same call.
      queueMicrotask(() => void this.drain());
    });
  }

  private async drain(): Promise<void> {
    while (this.asked.length > 0) {
      const some = this.asked.splice(0, most);
      // For who asked first: nothing of whoever asked before is in reach, such as a deadline that has passed.
      await some[0]!.context.runInAsyncScope(() => this.answer(some));
    }
    this.isBusy = false;
  }

  private async answer(some: Asked<K, V>[]): Promise<void> {
    try {
      const context = currentContext();
      const load = () => this.load(some.map(({ key }) => key));
      // Who asked first may have the least time: the others wait on.
      const deadline = Math.max(...some.map((one) => one.deadline));
      const answers = await (context ? runInContext({ ...context, deadline }, load) : load());
      some.forEach(({ resolve }, index) => resolve(answers[index] as V));
    } catch (error) {
      for (const { reject } of some) reject(error);
    }
  }
}
