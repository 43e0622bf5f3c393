import { closeAtEnd } from './run/close-at-end';

/** Milliseconds. */
const idleTime = 10_000;

/**
 * A service or a platform that files of a worker use one after another. It is closed when no file has used it for a while: what
 * its services look for each second takes time from other files.
 */
export class Kept<T extends { close(): Promise<void> }> {
  private running?: Promise<T>;
  private timer?: NodeJS.Timeout;
  private ending = Promise.resolve<void>(undefined);

  constructor(private readonly start: () => Promise<T>) {
    closeAtEnd(() => this.end());
  }

  lend(): Promise<T> {
    clearTimeout(this.timer);
    return (this.running ??= this.start());
  }

  giveBack(): void {
    this.timer = setTimeout(() => void this.end(), idleTime).unref();
  }

  /** Closes what runs; waits for what is being closed already. */
  private end(): Promise<void> {
    const { running } = this;
    this.running = undefined;
    this.ending = this.ending.then(async () => (await running)?.close());
    return this.ending;
  }
}
