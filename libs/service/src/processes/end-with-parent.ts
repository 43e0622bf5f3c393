import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/** In tenths of a second: how long a process may take to end after its signal. */
const patience = 100;

/**
 * Reads which processes there are (`+ <pid> <signal>`) and which have ended (`- <pid>`), until its parent is gone: then it sends
 * each its signal, and SIGKILL to those that stay. The system closes what it reads however the parent ends.
 */
const script = `
trap '' HUP INT TERM
list=''
while read -r action pid signal; do
  rest=''
  for one in $list; do [ "\${one%%:*}" = "$pid" ] || rest="$rest $one"; done
  list=$rest
  [ "$action" = - ] || list="$list $pid:$signal"
done
for one in $list; do kill -s "\${one#*:}" "\${one%%:*}"; done
left=${patience}
while [ -n "$list" ] && [ $left -gt 0 ]; do
  sleep 0.1
  rest=''
  for one in $list; do kill -0 "\${one%%:*}" && rest="$rest $one"; done
  list=$rest
  left=$((left - 1))
done
for one in $list; do kill -s KILL "\${one%%:*}"; done
`;

/** The lines that the guard has to know, by process. */
const guarded = new Map<number, string>();
let guard: ChildProcess | undefined;

/**
 * Ends a child when this process ends, however it does so: by SIGKILL too. For programs that do not watch their parent. Does nothing
 * in images, which have no shell; a container ends with all its processes.
 */
export function endWithParent(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): void {
  const { pid } = child;
  if (pid === undefined) return;
  const line = `+ ${pid} ${signal.replace('SIG', '')}\n`;
  guarded.set(pid, line);
  guard ??= startGuard();
  guard.stdin?.write(line);
  child.once('exit', () => {
    guarded.delete(pid);
    guard?.stdin?.write(`- ${pid}\n`);
  });
}

/** In a session of its own: what ends a group of processes does not reach it. Without a shell there is none, and nothing is guarded. */
function startGuard(): ChildProcess {
  const started: ChildProcess = spawn('sh', ['-c', script], {
    cwd: '/',
    detached: true,
    env: { PATH: process.env.PATH },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  started.on('error', () => undefined);
  started.on('exit', () => (guard = undefined));
  started.unref();
  const stdin = started.stdin as Socket | null | undefined;
  stdin?.on('error', () => undefined);
  stdin?.unref();
  for (const line of guarded.values()) stdin?.write(line);
  return started;
}
