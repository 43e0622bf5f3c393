import { setTimeout as delay } from 'node:timers/promises';

const FIRST_DELAY = 250;
const LONGEST_DELAY = 10_000;

/** A child that has lived this long (in milliseconds) starts again from the shortest delay when it dies. */
const STEADY = 30_000;

/** A child process that is ready for its work. */
export interface RunningChild {
  /** Answers when it has ended, with a sentence that says how. */
  exited: Promise<string>;
  /** Ends it in good order and waits for that. */
  stop(): Promise<unknown>;
}

/** Starts a child and answers once it is ready. Rejects when it ends before that, or soon after the signal is aborted. */
type StartChild = (signal: AbortSignal) => Promise<RunningChild>;

/** Keeps one child running: when it dies it is started again, after a delay that doubles with every failure. */
export class Supervisor {
  private readonly stopping = new AbortController();
  private current?: Promise<RunningChild>;

  constructor(
    readonly name: string,
    private readonly startChild: StartChild,
    private readonly report: (line: string) => void,
  ) {}

  /** Answers once the child is ready for the first time. Rejects when it does not come up. */
  async start(): Promise<void> {
    this.current = this.startChild(this.stopping.signal);
    const child = await this.current;
    void this.keep(child);
  }

  /** Ends the child, also one that is being started, and lets it rest. */
  async stop(): Promise<void> {
    this.stopping.abort();
    const child = await this.current?.catch(() => undefined);
    await child?.stop();
  }

  /** Ends the child; it is started again as one that died. */
  async renew(): Promise<void> {
    const child = await this.current?.catch(() => undefined);
    await child?.stop();
  }

  private async keep(child: RunningChild): Promise<void> {
    let running: RunningChild | undefined = child;
    let wait = FIRST_DELAY;
    let how = '';
    while (!this.stopping.signal.aborted) {
      if (running) {
        const started = Date.now();
        how = await running.exited;
        if (Date.now() - started > STEADY) wait = FIRST_DELAY;
      }
      if (this.stopping.signal.aborted) return;
      this.report(`${this.name} ${how}; it starts again in ${wait / 1_000} s`);
      running = await this.restart(wait).catch((error: Error) => {
        how = `did not come back: ${error.message.split('\n')[0]}`;
        return undefined;
      });
      wait = Math.min(wait * 2, LONGEST_DELAY);
      if (running) this.report(`${this.name} is back`);
    }
  }

  private async restart(wait: number): Promise<RunningChild | undefined> {
    await delay(wait, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    if (this.stopping.signal.aborted) return undefined;
    this.current = this.startChild(this.stopping.signal);
    return this.current;
  }
}
