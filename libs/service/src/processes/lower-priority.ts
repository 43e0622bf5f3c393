import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** The interval in which Linux lets an unprivileged user lower a session, in milliseconds, and the maximum of attempts. */
const lowerEvery = 110;
const mostRefusals = 50;

/**
 * Lowers what a process that leads a session gets of the processors (`niceness` as nice(1) has it, 0 to 19). Where Linux has
 * a share for each session, a priority counts among the processes of one session only, and the session has one of its own
 * (sched(7), "The autogroup feature"). A process that has ended is left alone.
 */
export async function lowerPriority(pid: number, niceness: number): Promise<void> {
  if (!succeeds(() => setPriority(pid, niceness))) return;
  for (let refusals = 0; refusals < mostRefusals && !lowerSession(pid, niceness); refusals++)
    await sleep(lowerEvery, undefined, { ref: false });
}

/** Returns false if another attempt is needed. */
function lowerSession(pid: number, niceness: number): boolean {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EAGAIN';
  }
}

function succeeds(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}
