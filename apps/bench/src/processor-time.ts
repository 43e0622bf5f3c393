import { readdir, readFile } from 'node:fs/promises';

/** Processor time is counted in hundredths of a second on Linux. */
const TICK = 10_000;

interface Process {
  name: string;
  parent: number;
  /** Microseconds. */
  used: number;
  /** Of its children that have ended, in microseconds. */
  usedByEnded: number;
}

/**
 * Processor time used so far, in microseconds, by name. Children of this process that have no name here count under
 * their program's (postgres, nats-server), and their children with them unless they have a name of their own. Those that
 * have ended count with their parents; `ended` gives other names for them, by that of the parent.
 */
export async function processorTime(
  names: ReadonlyMap<number, string>,
  ended: Readonly<Record<string, string>> = {},
): Promise<Map<string, number>> {
  const processes = new Map<number, Process>();
  for (const entry of await readdir('/proc').catch(() => [])) {
    const found = /^\d+$/.test(entry) ? await readProcess(entry) : undefined;
    if (found) processes.set(Number(entry), found);
  }
  const sums = new Map<string, number>();
  const add = (name: string, used: number) => sums.set(name, (sums.get(name) ?? 0) + used);
  for (const [pid, { used, usedByEnded, parent }] of processes) {
    const child = [pid, parent].find((id) => processes.get(id)?.parent === process.pid);
    if (child === undefined) continue;
    const owner = names.get(pid) ?? names.get(child) ?? processes.get(child)!.name;
    add(owner, used);
    add(ended[owner] ?? owner, usedByEnded);
  }
  return sums;
}

async function readProcess(pid: string): Promise<Process | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const end = stat.lastIndexOf(')');
  if (end < 0) return undefined;
  const fields = stat.slice(end + 2).split(' ');
  return {
    name: stat.slice(stat.indexOf('(') + 1, end),
    parent: Number(fields[1]),
    used: (Number(fields[11]) + Number(fields[12])) * TICK,
    usedByEnded: (Number(fields[13]) + Number(fields[14])) * TICK,
  };
}

/** Resident memory of a process in MiB; undefined on systems without this figure. */
export async function residentMemory(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kibibytes = /^VmRSS:\s+(\d+)/m.exec(status)?.[1];
  return kibibytes === undefined ? undefined : Math.round(Number(kibibytes) / 1_024);
}
