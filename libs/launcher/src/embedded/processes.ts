import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, openSync, renameSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { endWithParent } from '@bindery/service/processes';
import type { RunAs } from './run-as';

const LARGEST_LOG = 10 * 1024 * 1024;

interface LoggedProcess {
  command: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
  /** Standard output and error are appended here; a file of more than 10 MiB becomes `<file>.1` first. */
  logFile: string;
  runAs?: RunAs;
  /** The signal for an orderly end; by default SIGTERM. */
  endedBy?: NodeJS.Signals;
}

/**
 * Starts a process in a process group of its own, so that Ctrl-C reaches the caller alone and it can stop its
 * children in order. It ends with the caller, also when that is killed.
 */
export function spawnLogged({ command, args, env, cwd, logFile, runAs, endedBy }: LoggedProcess): ChildProcess {
  rotate(logFile);
  const log = openSync(logFile, 'a', 0o600);
  try {
    const identity = runAs ? { uid: runAs.uid, gid: runAs.gid } : {};
    const child = spawn(command, args, { env, cwd, detached: true, stdio: ['ignore', log, log], ...identity });
    endWithParent(child, endedBy);
    return child;
  } finally {
    closeSync(log);
  }
}

/** Answers when the process has ended, with a sentence that says how. A process that could not be started counts. */
export function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`could not be started: ${error.message}`));
    child.once('exit', (code, signal) => resolve(signal ? `was ended by ${signal}` : `ended with code ${code}`));
  });
}

/** Whether a process of this id exists, its own or another user's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The command line of a process with its arguments separated by spaces, or undefined when there is no such process. */
async function commandLine(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return text === '' ? undefined : text.replaceAll('\0', ' ').trim();
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }));
  return stdout.trim() || undefined;
}

/** Whether the process exists and its command line holds all these texts: a recycled process id does not. */
export async function isProcess(pid: number, ...texts: string[]): Promise<boolean> {
  const line = isAlive(pid) ? await commandLine(pid) : undefined;
  return line !== undefined && texts.every((text) => line.includes(text));
}

/**
 * Sends `signal` and waits until the process is gone; after `timeout` milliseconds it sends `last` and waits again
 * for at most five seconds. Answers whether the process is gone.
 */
export async function stopProcess(
  pid: number,
  {
    signal = 'SIGTERM',
    last = 'SIGKILL',
    timeout = 10_000,
  }: { signal?: NodeJS.Signals; last?: NodeJS.Signals; timeout?: number } = {},
): Promise<boolean> {
  if (!send(pid, signal) || (await gone(pid, timeout))) return true;
  return !send(pid, last) || gone(pid, 5_000);
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

async function gone(pid: number, timeout: number): Promise<boolean> {
  for (const end = Date.now() + timeout; Date.now() < end; await delay(20)) {
    if (!isAlive(pid) || (await isZombie(pid))) return true;
  }
  return false;
}

/** A dead process that its parent has not collected still has an id; nothing of it runs any more. */
async function isZombie(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return status.slice(status.lastIndexOf(')') + 2).startsWith('Z');
}

function rotate(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LARGEST_LOG) renameSync(logFile, `${logFile}.1`);
}
