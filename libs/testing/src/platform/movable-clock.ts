import type { Clock } from '@bindery/service';

/**
 * The clock of services in tests: the machine's, or one that is ahead of it. It can go back: times are stored with the objects of
 * a file's own organizations, and nothing else that a service keeps in memory depends on them.
 */
export class MovableClock {
  /** In milliseconds. */
  ahead = 0;

  readonly now: Clock = () => new Date(Date.now() + this.ahead);
}
