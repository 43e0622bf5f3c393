import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '@bindery/contracts';

/** Milliseconds. */
const windowTime = 10_000;
const openTime = 5_000;
const leastCalls = 20;
const failureShare = 0.5;

/**
 * A circuit breaker: callers do not wait for a service that does not answer. It opens when half of at least twenty calls within
 * ten seconds got no answer in time. After five seconds it lets one call through as a probe. Any answer counts as a success, even
 * that the service is busy.
 */
export class Breaker {
  private outcomes: { at: number; failed: boolean }[] = [];
  private openedAt?: number;
  private probing = false;

  constructor(private readonly now: () => number = Date.now) {}

  /** Runs the work. Its error counts if `isFailure` says so. Throws 503 while the breaker is open. */
  async run<T>(work: () => Promise<T>, isFailure: (error: unknown) => boolean): Promise<T> {
    const probe = this.openedAt !== undefined;
    if (probe) {
      if (this.probing || this.now() - this.openedAt! < openTime) throw unavailable('The service does not answer');
      this.probing = true;
    }
    try {
      const result = await work();
      this.record(false, probe);
      return result;
    } catch (error) {
      this.record(isFailure(error), probe);
      throw error;
    }
  }

  private record(failed: boolean, probe: boolean): void {
    if (probe) {
      this.probing = false;
      this.openedAt = failed ? this.now() : undefined;
      this.outcomes = [];
      return;
    }
    const at = this.now();
    this.outcomes.push({ at, failed });
    // Calls that began before it opened give no new information.
    if (!failed || this.openedAt !== undefined) return this.forget(at);
    this.forget(at);
    const failures = this.outcomes.filter((outcome) => outcome.failed).length;
    if (this.outcomes.length >= leastCalls && failures >= this.outcomes.length * failureShare) this.openedAt = at;
  }

  /** Drops outcomes that are older than the window. Under high load a few hundred outcomes are enough. */
  private forget(at: number): void {
    if (this.outcomes.length > 512) this.outcomes = this.outcomes.slice(-256);
    while (this.outcomes[0] && at - this.outcomes[0].at > windowTime) this.outcomes.shift();
  }
}

const attempts = 3;
/** The maximum of the first wait, in milliseconds. It doubles with each attempt. */
const firstWait = 20;
const budgetShare = 0.1;
const mostTokens = 10;

/**
 * Retries calls that no service received, at most twice, after a random wait (full jitter), within the deadline and a budget of
 * one retry in ten calls. So a call reaches another replica when one stops, and retries do not flood a service that is down.
 */
export class Retries {
  private tokens = mostTokens;

  constructor(private readonly random: () => number = Math.random) {}

  /** Retries the work while `isUntaken` says of its error that no service began it. `deadline` in ms since 1970. */
  async run<T>(work: () => Promise<T>, isUntaken: (error: unknown) => boolean, deadline: number): Promise<T> {
    this.tokens = Math.min(mostTokens, this.tokens + budgetShare);
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        const wait = this.random() * firstWait * 2 ** (attempt - 1);
        if (!isUntaken(error) || attempt === attempts || this.tokens < 1 || Date.now() + wait >= deadline) throw error;
        this.tokens -= 1;
        await sleep(wait);
      }
    }
  }
}
