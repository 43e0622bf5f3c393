import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '@bindery/config';

/** One for each user of the machine; sockets need short paths, so it is not in the platform's own folder. */
const root = join(tmpdir(), `bindery-runtime-${process.getuid?.() ?? 0}`);

/** A private folder for the sockets of a runtime process; its name contains the pid of its parent. */
export async function createFolder(): Promise<string> {
  prepareRoot();
  return mkdtemp(join(root, `${process.pid}-`));
}

/**
 * Creates the common folder. All users of the machine may write to its parent, so another user may have created it before, or
 * a link to their own folder; throws `ConfigError` then, as they could change sockets and pid files in it.
 */
export function prepareRoot(folder = root): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  const { uid, mode } = found;
  const isOurs = found.isDirectory() && uid === (process.getuid?.() ?? uid) && (mode & 0o022) === 0;
  if (!isOurs) throw new ConfigError([`${folder} belongs to another user, or other users can write to it: remove it`]);
}

export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

export const notePid = (folder: string, pid: number): Promise<void> => writeFile(join(folder, 'pid'), String(pid));

/** Kills the runtime processes of services that were killed: nothing else would. */
export function endLeftProcesses(): void {
  prepareRoot();
  for (const name of readdirSync(root)) {
    if (isAlive(Number(name.split('-')[0]))) continue;
    const folder = join(root, name);
    const pid = read(() => Number(readFileSync(join(folder, 'pid'), 'utf8')));
    // The pid may belong to another program by now.
    if (pid && commandOf(pid).includes(folder)) read(() => process.kill(pid, 'SIGKILL'));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The resident memory of a process in bytes; 0 when it is not known. */
export async function memoryOf(pid: number): Promise<number> {
  if (process.platform !== 'linux') return 1024 * Number(read(() => ps(pid, 'rss')) ?? 0);
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return 4096 * Number(text.split(' ')[1] ?? 0);
}

const commandOf = (pid: number): string =>
  read(() => (process.platform === 'linux' ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : ps(pid, 'command'))) ?? '';

const ps = (pid: number, column: string): string =>
  execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The result of reading a file that may be gone; undefined then. */
function read<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
