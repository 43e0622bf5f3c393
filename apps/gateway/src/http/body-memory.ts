import { unavailable } from '@bindery/contracts';

/** The maximum bytes of bodies that a process holds: four of the longest. */
const most = 128 * 1024 * 1024;

/**
 * Counts the bytes of bodies that the process holds: of those that arrive, and of long ones until their operation has ended. Without
 * a limit a few callers could send enough long bodies at once that the process runs out of memory, with the requests of all others.
 */
export class BodyMemory {
  private held = 0;

  /** Throws 503 where it would be too much. */
  take(bytes: number): void {
    if (this.held + bytes > most) throw unavailable('The server holds too many long bodies now; send this one again');
    this.held += bytes;
  }

  give(bytes: number): void {
    this.held -= bytes;
  }
}
