import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { lowerPriority } from './lower-priority';

let child: ChildProcess;
beforeEach(() => {
  child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { detached: true, stdio: 'ignore' });
});
afterEach(() => child.kill('SIGKILL'));

it('lowers a process, and its session where there are priorities of sessions', async () => {
  const pid = child.pid!;
  await lowerPriority(pid, 7);
  expect(getPriority(pid)).toBe(7);
  const session = `/proc/${pid}/autogroup`;
  if (existsSync(session)) expect(readFileSync(session, 'utf8')).toMatch(/ nice 7\n$/);
  else console.log('Skipped: sessions have no priority here');
});

it('leaves alone what has ended', async () => {
  child.kill('SIGKILL');
  await once(child, 'exit');
  await expect(lowerPriority(child.pid!, 7)).resolves.toBeUndefined();
});
