import type { Clock } from '@bindery/service';

/**
 * The clock of services in tests: the machine's, or one that is ahead of it. It can go back for the next file: the times that
 * services store or keep in memory are of objects of the organizations that the file has made.
 */
export class MovableClock {
  /** In milliseconds. */
  ahead = 0;

  readonly now: Clock = () => new Date(Date.now() + this.ahead);
}
