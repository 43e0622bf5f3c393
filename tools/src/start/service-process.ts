import { readFile, stat } from 'node:fs/promises';
import Module from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { giveWay } from '@bindery/processes';
import { exitOf, spawnLogged, stopProcess } from '../embedded/processes';
import { checkout } from '../paths';
import type { RunningChild } from './supervised';

/** How long (in milliseconds) a service may take to become ready, migrations included. */
const READY_WITHIN = 120_000;

/**
 * What Node is told. Taking workspace links as the folders that they look like saves a look at the file system for each of
 * 1,800 modules, a sixth of the time until a service is ready.
 */
const NODE_ARGUMENTS = ['--preserve-symlinks'];

/** Node 22 keeps compiled code by itself. */
const KEEP_CODE = 'enableCompileCache' in Module ? [] : ['--require', checkout.codeCache];

/**
 * How far services give way to the gateway (`nice`): what it refuses when there is more to do than can be done, it has to refuse
 * at once. Scripts give way to them in turn.
 */
const NICENESS = 10;

export interface ServiceProcess {
  name: string;
  program: string;
  root: string;
  port: number;
  env: NodeJS.ProcessEnv;
  logFile: string;
  /** Is told the process id as soon as there is one. */
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
    args: [...NODE_ARGUMENTS, ...KEEP_CODE, program],
    env,
    cwd: root,
    logFile,
  });
  const exited = exitOf(child);
  const pid = child.pid;
  if (pid === undefined) throw new Error(`${name} ${await exited}`);
  service.started(pid);
  if (name !== 'gateway') void giveWay(pid, NICENESS);
  const stop = () => stopProcess(pid, { timeout: 20_000 });

  let ended: string | undefined;
  void exited.then((how) => (ended = how));
  for (const end = Date.now() + READY_WITHIN; Date.now() < end && ended === undefined; await delay(40)) {
    if (signal.aborted) {
      await stop();
      throw new Error(`${name} was stopped`);
    }
    if (await isReady(port)) return { exited, stop };
  }
  if (ended === undefined) await stop();
  throw new Error(
    `${name} ${ended ?? `was not ready within ${READY_WITHIN / 1_000} s`}.\n${await endOf(logFile, logged)}`,
  );
}

async function isReady(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

/** The last lines of what was logged after this many bytes. */
async function endOf(logFile: string, logged: number): Promise<string> {
  const bytes = await readFile(logFile).catch(() => Buffer.alloc(0));
  const recent = bytes.length > logged ? bytes.subarray(logged) : bytes;
  const lines = recent.toString('utf8').trimEnd().split('\n').slice(-15);
  return [`The end of ${logFile}:`, ...lines.map((line) => `  ${line.slice(0, 500)}`)].join('\n');
}
