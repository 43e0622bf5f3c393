import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Lowers what a process that leads a session gets of the processors (`niceness` as nice(1) has it); answers whether it is
 * to be asked again. Where Linux has a share for each session, a priority counts among the processes of one session only,
 * and the session has one of its own (sched(7), "The autogroup feature"). Some may be lowered in a second, no more.
 */
export function giveWay(pid: number, niceness: number): boolean {
  setPriority(pid, niceness);
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EAGAIN';
  }
}
