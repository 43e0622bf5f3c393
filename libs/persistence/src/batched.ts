import { AsyncResource } from 'node:async_hooks';
import type { Load } from './sharing';

/** How many keys one call answers at most. */
const most = 500;

interface Asked<K, V> {
  key: K;
  context: AsyncResource;
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
    return new Promise((resolve, reject) => {
      this.asked.push({ key, context: new AsyncResource('Batched'), resolve, reject });
      if (this.isBusy) return;
      this.isBusy = true;
      // Keys that the same tick asks for go in the same call.
      queueMicrotask(() => void this.drain());
    });
  }

  private async drain(): Promise<void> {
    while (this.asked.length > 0) {
      const some = this.asked.splice(0, most);
      // Within the deadline of who asked first: that of who asked before has passed at some time.
      await some[0]!.context.runInAsyncScope(() => this.answer(some));
    }
    this.isBusy = false;
  }

  private async answer(some: Asked<K, V>[]): Promise<void> {
    try {
      const answers = await this.load(some.map(({ key }) => key));
      some.forEach(({ resolve }, index) => resolve(answers[index] as V));
    } catch (error) {
      for (const { reject } of some) reject(error);
    }
  }
}
