import { currentContext, runInContext } from '@bindery/observability';

/** Answers something for each of many keys, in their order. */
export type Load<K, V> = (keys: K[]) => Promise<V[]>;

export interface BatchLoaderOptions {
  /** How many keys one call answers at most: 500 by default. */
  most?: number;
  /** Called when no caller waits any more, so that an owner that keeps loaders by key can drop this one. */
  onIdle?: () => void;
}

/** The keys of one call of `load`, and its result. */
interface Round<K, V> {
  keys: K[];
  /** Milliseconds since 1970: the latest deadline of the callers. */
  deadline: number;
  answers: Promise<V[]>;
}

const ended = Promise.resolve();

/**
 * Answers keys with few calls of `load`: while one is under way, further keys are collected and go together when it
 * returns. No answer is older than its request, and a lone caller does not wait. Not for transactions, which see rows that
 * others do not.
 */
export class BatchLoader<K, V> {
  /** The last of the rounds that have not begun. */
  private next?: Round<K, V>;
  /** The round after which another one may begin. */
  private last: Promise<unknown> = ended;

  constructor(
    private readonly loadAll: Load<K, V>,
    private readonly options: BatchLoaderOptions = {},
  ) {}

  load(key: K): Promise<V> {
    const { most = 500 } = this.options;
    const { deadline = Number.MAX_SAFE_INTEGER } = currentContext() ?? {};
    const round = this.next && this.next.keys.length < most ? this.next : this.plan();
    round.deadline = Math.max(round.deadline, deadline);
    const at = round.keys.push(key) - 1;
    return round.answers.then((answers) => answers[at] as V);
  }

  /**
   * `then` runs its callback in the context of its caller, here the first caller of this round. So nothing of an earlier
   * caller, such as a deadline that has passed, is in reach.
   */
  private plan(): Round<K, V> {
    const begin = () => this.answer(round);
    const round: Round<K, V> = { keys: [], deadline: 0, answers: this.last.then(begin, begin) };
    this.last = round.answers;
    return (this.next = round);
  }

  private async answer(round: Round<K, V>): Promise<V[]> {
    // Callers from now on go into the next round.
    if (this.next === round) this.next = undefined;
    const { keys, deadline } = round;
    const context = currentContext();
    try {
      // Uses the latest deadline of the batch and no signal: the first caller may have less time than the others, or leave.
      const isShort = context && (context.deadline < deadline || context.signal);
      if (!isShort) return await this.loadAll(keys);
      const latest = Math.max(context.deadline, deadline);
      return await runInContext({ ...context, deadline: latest, signal: undefined }, () => this.loadAll(keys));
    } finally {
      if (!this.next) {
        this.last = ended;
        this.options.onIdle?.();
      }
    }
  }
}
