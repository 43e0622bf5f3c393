/** Milliseconds: how long the second process in a row is waited for, and how long any at the most. */
const shortest = 125;
const longest = 1_000;
/** Milliseconds without a fault after which earlier ones count no more. */
const forgottenAfter = 10_000;

/** Of which organizations processes were killed lately for what their scripts did. */
export class ScriptFaults {
  private readonly faults = new Map<string, { count: number; at: number }>();

  /** `now` tells the time in milliseconds. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Notes that a process of the organization was killed for what a script did. */
  note(organization: string): void {
    for (const [other, { at }] of this.faults) if (this.now() - at >= forgottenAfter) this.faults.delete(other);
    this.faults.set(organization, { count: (this.faults.get(organization)?.count ?? 0) + 1, at: this.now() });
  }

  /** Whether there is one that counts. */
  has(organization: string): boolean {
    const fault = this.faults.get(organization);
    return fault !== undefined && this.now() - fault.at < forgottenAfter;
  }

  /**
   * Whether the organization has to wait for its next process, as one was killed again and again: starting one takes time
   * from all others. Nobody waits after the first time.
   */
  isPausing(organization: string): boolean {
    const { count, at } = this.faults.get(organization) ?? { count: 0, at: 0 };
    return count > 1 && this.now() - at < Math.min(shortest * 2 ** (count - 2), longest);
  }
}
