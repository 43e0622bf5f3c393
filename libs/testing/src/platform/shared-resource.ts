import { closeAtEnd } from '../run/close-at-end';

/**
 * A service or a platform that files of a worker use one after another. It is closed when no file has used it for a while: what
 * its services look for each second takes time from other files.
 */
export class SharedResource<T extends { close(): Promise<void> }> {
  private running?: Promise<T>;
  /** The file that has it. One that failed may not have given it back. */
  private borrower?: string;
  private timer?: NodeJS.Timeout;
  private ending = Promise.resolve<void>(undefined);

  /** `idleTime` in milliseconds. */
  constructor(
    private readonly start: () => Promise<T>,
    private readonly idleTime = 10_000,
  ) {
    closeAtEnd(() => this.end());
  }

  /** Starts it if it does not run. Throws when the file has it already: both users would share one set of fakes. */
  async lend(borrower = expect.getState().testPath): Promise<T> {
    if (borrower === this.borrower)
      throw new Error('This file uses it already: close that world before you create the next one');
    this.borrower = borrower;
    clearTimeout(this.timer);
    try {
      return await (this.running ??= this.start());
    } catch (error) {
      this.borrower = this.running = undefined;
      throw error;
    }
  }

  giveBack(): void {
    this.borrower = undefined;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.endIdle(), this.idleTime).unref();
  }

  /** Logs an error, which must not fail the file that runs by now. */
  private endIdle(): Promise<void> {
    return this.end().catch((error: unknown) =>
      console.error('Resources that test files share could not be closed:', error),
    );
  }

  /** Closes what runs; waits for what is being closed already. */
  private end(): Promise<void> {
    const { running } = this;
    this.running = undefined;
    clearTimeout(this.timer);
    const closeThis = async () => (await running?.catch(() => undefined))?.close();
    this.ending = this.ending.catch(() => undefined).then(closeThis);
    return this.ending;
  }
}
