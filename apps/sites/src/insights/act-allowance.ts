import type { ReaderAct } from '@bindery/contracts';

/** The maximum bytes of reader actions of one site that a process sends to integrations in a minute: some 10,000 views. */
export const mostBytes = 4 * 1024 * 1024;
const minute = 60_000;

/**
 * Limits the actions of readers that become events. Anyone may report actions, and all events of sites share one stream: without a
 * limit, the actions of one site could fill it, and no other event would be delivered.
 */
export class ActAllowance {
  private endsAt = 0;
  private readonly usedBytes = new Map<string, number>();

  /** The actions that the site may still send in this minute, in their order. */
  take(siteId: string, acts: ReaderAct[], now: Date): ReaderAct[] {
    if (now.getTime() >= this.endsAt) {
      this.usedBytes.clear();
      this.endsAt = now.getTime() + minute;
    }
    let used = this.usedBytes.get(siteId) ?? 0;
    const allowed = acts.filter((act) => {
      const size = Buffer.byteLength(JSON.stringify(act));
      if (used + size > mostBytes) return false;
      used += size;
      return true;
    });
    if (acts.length > 0) this.usedBytes.set(siteId, used);
    return allowed;
  }
}
