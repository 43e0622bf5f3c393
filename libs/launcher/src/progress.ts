import type { WriteStream } from 'node:tty';

/**
 * Lines for a user who waits: on a terminal the current step is one line that is written over, elsewhere (a log, a
 * pipe) it is printed at most every few seconds. Finished lines stay.
 */
export class Progress {
  private shown = '';
  private printedAt = 0;

  constructor(
    private readonly out: Pick<WriteStream, 'write'> & { isTTY?: boolean; columns?: number } = process.stdout,
  ) {}

  /** Shows the current step. */
  step(text: string): void {
    if (text === this.shown) return;
    this.shown = text;
    if (this.out.isTTY) this.out.write(`\r\u001b[K${text.slice(0, (this.out.columns || 80) - 1)}`);
    else if (Date.now() - this.printedAt >= 2_000) this.print(text);
  }

  /** A line that stays, in place of the current step. */
  line(text: string): void {
    if (this.out.isTTY && this.shown) this.out.write('\r\u001b[K');
    this.shown = '';
    this.print(text);
  }

  private print(text: string): void {
    this.printedAt = Date.now();
    this.out.write(`${text}\n`);
  }
}

/** A span of time since `start` (of `performance.now()`), such as "0.4 s". */
export function since(start: number): string {
  return `${((performance.now() - start) / 1_000).toFixed(1)} s`;
}
