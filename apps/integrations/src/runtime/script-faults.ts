/** Milliseconds of the pause before the second process in a row, and of the longest pause. */
const shortest = 125;
const longest = 1_000;
/** Milliseconds without a fault after which earlier ones no longer count. */
const forgottenAfter = 10_000;

/** Counts the processes of organizations that were killed lately because of their scripts. */
export class ScriptFaults {
  private readonly faults = new Map<string, { count: number; at: number }>();

  /** `now` returns the time in milliseconds. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Records that a process of the organization was killed because of a script. */
  note(organization: string): void {
    for (const [other, { at }] of this.faults) if (this.now() - at >= forgottenAfter) this.faults.delete(other);
    this.faults.set(organization, { count: (this.faults.get(organization)?.count ?? 0) + 1, at: this.now() });
  }

  /** Whether the organization has a fault that still counts. */
  has(organization: string): boolean {
    const fault = this.faults.get(organization);
    return fault !== undefined && this.now() - fault.at < forgottenAfter;
  }

  /**
   * Whether the organization has to wait for its next process after repeated faults: starting one takes time
   * from all others. There is no pause after the first fault.
   */
  isPausing(organization: string): boolean {
    const { count, at } = this.faults.get(organization) ?? { count: 0, at: 0 };
    return count > 1 && this.now() - at < Math.min(shortest * 2 ** (count - 2), longest);
  }
}
