import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * The processes that run of a checkout, by id: those whose command line names its folder or which were started in it, and all that
 * they started, in any session. Zombies are none: nothing of them runs.
 */
export function processesOf(folder: string): Map<number, string> {
  const all = list();
  const found = new Map<number, string>();
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const { pid, parent, command, cwd } of all)
      if (pid !== process.pid && (command.includes(folder) || cwd?.startsWith(folder) || found.has(parent)))
        found.set(pid, command);
  }
  return found;
}

/** Those of the processes that still run. */
export function runningOf(pids: Iterable<number>): number[] {
  const running = new Set(list().map(({ pid }) => pid));
  return [...pids].filter((pid) => running.has(pid));
}

const list = (): ListedProcess[] => (process.platform === 'linux' ? fromProc() : fromPs());

interface ListedProcess {
  pid: number;
  parent: number;
  command: string;
  cwd?: string;
}

function fromProc(): ListedProcess[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (state === 'Z') return [];
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return [{ pid: Number(name), parent: Number(parent), command, cwd: cwdOf(name) }];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
}

/** Undefined for a process of another user. */
function cwdOf(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function fromPs(): ListedProcess[] {
  const lines = execFileSync('ps', ['-axo', 'pid=,ppid=,stat=,command='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, pid, parent, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return pid && !state!.startsWith('Z') ? [{ pid: Number(pid), parent: Number(parent), command: command! }] : [];
  });
}
