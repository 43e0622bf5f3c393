/** Milliseconds. */
const step = 50;
const longest = 150;
/** So long without a batch, and the next one waits for nothing. */
const idle = 100;

/**
 * The time between two batches: what happens one after the other is then published and marked together, and the first of it
 * at once. It grows as long as there is always something, because each batch costs the same in every service that follows.
 */
export class BatchPause {
  private length = 0;

  /** Milliseconds to wait before a batch that could begin so many milliseconds after the one before. */
  before(since: number): number {
    this.length = since < idle ? Math.min(this.length + step, longest) : 0;
    return Math.max(0, this.length - since);
  }
}
