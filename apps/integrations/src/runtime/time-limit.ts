/** Monotonic time of a supervisor, in milliseconds. */
export interface Timer {
  now(): number;
  /** Calls `act` once, after so many milliseconds, unless it is stopped before. */
  after(milliseconds: number, act: () => void): { stop(): void };
}

export const systemTimer: Timer = {
  now: () => performance.now(),
  after(milliseconds, act) {
    const timeout = setTimeout(act, milliseconds);
    return { stop: () => clearTimeout(timeout) };
  },
};

/** The end of a process whose script exceeded its time, by the clock of its supervisor. */
export interface Overrun {
  /** The time at which the limit of the script was reached. */
  limit: number;
  /** The time at which the process was killed. */
  killed: number;
  /** The time at which it had exited. */
  exited: number;
}

/** The time limit of a script for one request. */
export class TimeLimit {
  private running?: { stop(): void };

  /** `expire` is called with the time at which the limit is reached. */
  constructor(
    private readonly timer: Timer,
    private readonly milliseconds: number,
    private readonly expire: (limit: number) => void,
  ) {
    this.begin();
  }

  /** Restarts the limit for the next request. */
  begin(): void {
    this.stop();
    const limit = this.timer.now() + this.milliseconds;
    this.running = this.timer.after(this.milliseconds, () => this.expire(limit));
  }

  stop(): void {
    this.running?.stop();
  }
}
