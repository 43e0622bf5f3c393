/** Time as a supervisor counts it, in milliseconds that never go back. */
export interface Timer {
  now(): number;
  /** Acts once, after so many milliseconds, unless it is stopped before. */
  after(milliseconds: number, act: () => void): { stop(): void };
}

export const systemTimer: Timer = {
  now: () => performance.now(),
  after(milliseconds, act) {
    const timeout = setTimeout(act, milliseconds);
    return { stop: () => clearTimeout(timeout) };
  },
};

/** What became of a process of which a script took longer than it may, by the clock of its supervisor. */
export interface Overrun {
  /** When the time of the script was over. */
  limit: number;
  /** When the process was killed. */
  killed: number;
  /** When it had exited. */
  exited: number;
}

/** The time that a script has for one request. */
export class TimeLimit {
  private running?: { stop(): void };

  /** `expire` is called with the moment at which the time is over. */
  constructor(
    private readonly timer: Timer,
    private readonly milliseconds: number,
    private readonly expire: (limit: number) => void,
  ) {
    this.begin();
  }

  /** Begins it anew, for the next request. */
  begin(): void {
    this.stop();
    const limit = this.timer.now() + this.milliseconds;
    this.running = this.timer.after(this.milliseconds, () => this.expire(limit));
  }

  stop(): void {
    this.running?.stop();
  }
}
