import { unavailable } from '@bindery/contracts';

const mebibyte = 1024 * 1024;

/** The maximum bytes of bodies that a process holds: four of the longest. */
const most = 128 * mebibyte;
/** The maximum bytes of those from one network: one client with bodies that never end must not keep out those of all others. */
const mostOfNetwork = most / 2;
/** Bytes beside these for short bodies, so that long ones do not keep out most requests. */
const reserve = 16 * mebibyte;
const shortBody = mebibyte / 16;

/**
 * Counts the bytes of bodies that the process holds: of those that arrive, and of long ones until their operation has ended. Without
 * a limit a few callers could send enough long bodies at once that the process runs out of memory, with the requests of all others.
 */
export class BodyMemory {
  private held = 0;
  private readonly heldOf = new Map<string, number>();

  /** Takes room for more of a body from a network, which has `length` bytes with them. Throws 503 where it would be too much. */
  take(bytes: number, network: string, length: number): void {
    const limit = length <= shortBody ? most + reserve : most;
    const ofNetwork = (this.heldOf.get(network) ?? 0) + bytes;
    if (this.held + bytes > limit || ofNetwork > mostOfNetwork)
      throw unavailable('The server holds too many long bodies now; send this one again');
    this.held += bytes;
    this.heldOf.set(network, ofNetwork);
  }

  give(bytes: number, network: string): void {
    this.held -= bytes;
    const left = (this.heldOf.get(network) ?? 0) - bytes;
    if (left > 0) this.heldOf.set(network, left);
    else this.heldOf.delete(network);
  }
}
