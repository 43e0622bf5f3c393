import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Load } from '@bindery/loading';

/** One work of a shared transaction. */
export interface Member<T = unknown> {
  work: () => Promise<T>;
  /** Runs the work in the context of its own request. The transaction runs in another context. */
  enter?: <R>(run: () => R) => R;
  /** Work with the same key runs one after the other. */
  key?: string;
}

/** A shared transaction was rolled back, so each work may run by itself. */
export class NotShared extends Error {
  constructor(cause?: unknown) {
    super('The transaction could not be shared', { cause });
  }
}

interface Question {
  keys: unknown[];
  answers: Promise<unknown[]>;
}

/** The common state of the members of a shared transaction: its connection, and batched loads. */
export class Sharing {
  private turn: Promise<unknown> = Promise.resolve();
  private failed?: { error: unknown };
  private hasWritten = false;
  private readonly questions = new Map<Load<never, unknown>, Question>();
  /** The values that members leave to later members. */
  readonly kept = new Map<string, unknown>();

  constructor(private readonly members: number) {}

  /** Runs a statement after the earlier ones, because a connection runs one at a time. */
  async execute<T>(text: string, statement: () => Promise<T>): Promise<T> {
    if (!/^\s*select\b/i.test(text)) this.hasWritten = true;
    const result = this.turn.then(statement);
    this.turn = result.catch((error: unknown) => (this.failed ??= { error }));
    return result;
  }

  async ask<K, V>(load: Load<K, V>, key: K): Promise<V> {
    if (this.members === 1) return (await load([key]))[0]!;
    let question = this.questions.get(load);
    if (!question) {
      const keys: unknown[] = [];
      const answers = nextTurn().then(() => {
        this.questions.delete(load);
        return load(keys as K[]);
      });
      this.questions.set(load, (question = { keys, answers }));
    }
    const at = question.keys.push(key) - 1;
    return question.answers.then((answers) => answers[at] as V);
  }

  /** Runs all work concurrently, except work of the same key. Throws if one fails and the others cannot continue without it. */
  async settle<T>(
    works: readonly { key: string | undefined; run: () => Promise<T> }[],
  ): Promise<PromiseSettledResult<T>[]> {
    const last = new Map<string, Promise<unknown>>();
    const settled = await Promise.allSettled(
      works.map(({ key, run }) => {
        const before = key === undefined ? undefined : last.get(key);
        const done = before ? before.then(run, run) : run();
        if (key !== undefined) last.set(key, done);
        return done;
      }),
    );
    const hasRefused = settled.some(({ status }) => status === 'rejected');
    // A failed statement ends the transaction for all members, even if its member has caught the error.
    if (this.failed) throw new NotShared(this.failed.error);
    if (hasRefused && this.hasWritten) throw new NotShared();
    return settled;
  }
}
