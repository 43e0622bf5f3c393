import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Load } from '@bindery/loading';

/** One work of a shared transaction. */
export interface Member<T = unknown> {
  work: () => Promise<T>;
  /** Runs the work in the context of its own request, where the transaction runs in another one. */
  enter?: <R>(run: () => R) => R;
  /** Works with the same key are done one after the other. */
  key?: string;
}

/** A shared transaction took no effect, so each work may be done by itself. */
export class NotShared extends Error {
  constructor(cause?: unknown) {
    super('The transaction could not be shared', { cause });
  }
}

interface Question {
  keys: unknown[];
  answers: Promise<unknown[]>;
}

/** The state that the members of a shared transaction have in common: its connection, and batched loads. */
export class Sharing {
  private turn: Promise<unknown> = Promise.resolve();
  private failed?: { error: unknown };
  private hasWritten = false;
  private readonly questions = new Map<Load<never, unknown>, Question>();
  /** The values that works leave to those that follow them. */
  readonly kept = new Map<string, unknown>();

  constructor(private readonly members: number) {}

  /** Runs a statement after those that came before; a connection works on one at a time. */
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

  /** Does all works, side by side but for those of one key. Throws when one has failed and the others cannot go on without it. */
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
    // A failed statement has ended the transaction for all, even where its member caught the error.
    if (this.failed) throw new NotShared(this.failed.error);
    if (hasRefused && this.hasWritten) throw new NotShared();
    return settled;
  }
}
