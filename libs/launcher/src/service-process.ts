import { readFile, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { configExitCode } from '@bindery/config';
import { lowerPriority } from '@bindery/service/processes';
import { hostInUrl } from './embedded/free-port';
import { exitOf, spawnLogged, stopProcess } from './embedded/processes';
import type { RunningChild } from './supervisor';

/** How long (in milliseconds) a service may take to become ready, migrations included. */
const READY_WITHIN = 120_000;

/**
 * The arguments of Node. `--preserve-symlinks` takes workspace links as folders, which saves a file system call for each of
 * 1,800 modules, a sixth of the time until a service is ready.
 */
const NODE_ARGUMENTS = ['--preserve-symlinks'];

/**
 * V8's semi-spaces where content runs: 64 MiB, four times the default. With 64 edits under way, their documents outlive each
 * collection of the young generation. Collecting took a fifth of content's processor time, and takes a tenth with these. In
 * compose and Kubernetes, `NODE_OPTIONS` sets the same.
 */
export const CONTENT_HEAP = '--max-semi-space-size=64';
const WITH_CONTENT = ['content', 'bindery'];

/**
 * How far services give way to the gateway (`nice`): what it refuses when there is more to do than can be done, it has to refuse
 * at once. Scripts give way to them in turn.
 */
const NICENESS = 10;

interface ServiceProcess {
  name: string;
  program: string;
  root: string;
  port: number;
  env: NodeJS.ProcessEnv;
  logFile: string;
  /** Called with the process id as soon as there is one. */
  started: (pid: number) => void;
}

/** Starts a service and answers once its `/readyz` says 200. Rejects with the end of its log when it ends before. */
export async function startService(service: ServiceProcess, signal: AbortSignal): Promise<RunningChild> {
  const { name, program, root, port, env, logFile } = service;
  const logged = await stat(logFile).then(
    ({ size }) => size,
    () => 0,
  );
  const child = spawnLogged({
    command: process.execPath,
    args: [...NODE_ARGUMENTS, ...(WITH_CONTENT.includes(name) ? [CONTENT_HEAP] : []), program],
    env,
    cwd: root,
    logFile,
  });
  const exited = exitOf(child);
  const pid = child.pid;
  if (pid === undefined) throw new Error(`${name} ${await exited}`);
  service.started(pid);
  if (name !== 'gateway' && name !== 'bindery') void lowerPriority(pid, NICENESS);
  const stop = () => stopProcess(pid, { timeout: 20_000 });

  let ended: string | undefined;
  void exited.then((how) => (ended = how));
  for (const end = Date.now() + READY_WITHIN; Date.now() < end && ended === undefined; await delay(40)) {
    if (signal.aborted) {
      await stop();
      throw new Error(`${name} was stopped`);
    }
    if (await isReady(env.HOST, port)) return { exited, stop };
  }
  if (ended === undefined) await stop();
  if (child.exitCode === configExitCode) throw new Error(await problemsIn(logFile, logged));
  throw new Error(
    `${name} ${ended ?? `was not ready within ${READY_WITHIN / 1_000} s`}.\n${await endOf(logFile, logged)}`,
  );
}

async function isReady(host: string | undefined, port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://${hostInUrl(host ?? '')}:${port}/readyz`, {
      signal: AbortSignal.timeout(2_000),
    });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

/** The lines that a service printed before it ended over its settings; those of its log are JSON. */
const problemsIn = async (logFile: string, logged: number): Promise<string> =>
  (await linesSince(logFile, logged)).filter((line) => !line.startsWith('{')).join('\n');

/** The lines that were logged after this many bytes. */
async function linesSince(logFile: string, logged: number): Promise<string[]> {
  const bytes = await readFile(logFile).catch(() => Buffer.alloc(0));
  const recent = bytes.length > logged ? bytes.subarray(logged) : bytes;
  return recent.toString('utf8').trimEnd().split('\n');
}

/** The last lines of what was logged after this many bytes. */
async function endOf(logFile: string, logged: number): Promise<string> {
  const lines = (await linesSince(logFile, logged)).slice(-15);
  return [`The end of ${logFile}:`, ...lines.map((line) => `  ${line.slice(0, 500)}`)].join('\n');
}
