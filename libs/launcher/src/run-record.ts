import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readlink, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isProcess, stopProcess } from './embedded/processes';
import { stopLeftNats } from './embedded/nats-server';
import { stopLeftPostgres } from './embedded/postgres-server';
import type { Paths } from './paths';
import type { ProgramName } from './services';

/** The record of a running launcher, with which the next one can find it or clean up after it. */
export interface Run {
  pid: number;
  baseUrl?: string;
  children: Partial<Record<ProgramName, number>>;
  /** Where children answer on this machine. */
  ports?: Partial<Record<ProgramName, number>>;
}

/** The launcher that runs in this checkout, if one does. */
export async function currentRun(paths: Paths): Promise<Run | undefined> {
  const run = readRun(paths.run);
  return run && (await isLauncher(run.pid, paths.root)) ? run : undefined;
}

/** The services that still run after their launcher was killed, by the record that it left. */
export async function leftRun(paths: Paths): Promise<Run | undefined> {
  const run = readRun(paths.run);
  if (!run || (await isLauncher(run.pid, paths.root))) return undefined;
  const children: Run['children'] = {};
  for (const [name, pid] of Object.entries(run.children) as [keyof Run['children'], number][])
    if (await isProcess(pid, paths.program(name))) children[name] = pid;
  return Object.keys(children).length > 0 ? { ...run, children } : undefined;
}

export class RunRecord {
  private constructor(
    private readonly file: string,
    private readonly run: Run,
  ) {}

  /**
   * Makes this process the launcher of the checkout. Answers the other launcher when one runs already; stops, after
   * checking that they are what the record says, the processes of one that was killed.
   */
  static async claim(paths: Paths): Promise<RunRecord | Run> {
    mkdirSync(dirname(paths.run), { recursive: true });
    const run: Run = { pid: process.pid, children: {} };
    for (;;) {
      if (create(paths.run, run)) break;
      const found = readRun(paths.run);
      if (found && (await isLauncher(found.pid, paths.root))) return found;
      Object.assign(run.children, removeStale(paths.run, found?.pid));
    }
    await stopLeftProcesses(paths, run.children);
    return new RunRecord(paths.run, { pid: process.pid, children: {} });
  }

  started(name: ProgramName, pid: number, port: number): void {
    this.run.children[name] = pid;
    this.run.ports = { ...this.run.ports, [name]: port };
    this.write();
  }

  serving(baseUrl: string): void {
    this.run.baseUrl = baseUrl;
    this.write();
  }

  remove(): void {
    rmSync(this.file, { force: true });
  }

  private write(): void {
    writeFileSync(`${this.file}.new`, JSON.stringify(this.run), { mode: 0o600 });
    renameSync(`${this.file}.new`, this.file);
  }
}

/** Stops services, NATS and Postgres of this checkout that outlived their launcher. */
async function stopLeftProcesses(paths: Paths, children: Run['children']): Promise<void> {
  await Promise.all(
    (Object.entries(children) as [ProgramName, number][]).map(async ([name, pid]) => {
      if (await isProcess(pid, paths.program(name))) await stopProcess(pid);
    }),
  );
  await stopLeftNats(paths.nats);
  await stopLeftPostgres(await realpath(paths.postgres).catch(() => paths.postgres));
}

/** Makes the file in one step with its content, so that no reader gets half of it; `false` when there is one. */
function create(file: string, run: Run): boolean {
  const complete = `${file}.${process.pid}`;
  writeFileSync(complete, JSON.stringify(run), { mode: 0o600 });
  try {
    linkSync(complete, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(complete, { force: true });
  }
}

/** Takes the record of a dead launcher away and answers its children; one that another launcher made meanwhile stays. */
function removeStale(file: string, stale: number | undefined): Run['children'] {
  const aside = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, aside);
  } catch {
    return {};
  }
  const run = readRun(aside);
  if (run && run.pid !== stale) create(file, run);
  rmSync(aside, { force: true });
  return run?.pid === stale ? (run?.children ?? {}) : {};
}

async function isLauncher(pid: number, root: string): Promise<boolean> {
  if (pid === process.pid || !(await isProcess(pid, 'start.mjs'))) return false;
  // The command line may name the program relative to a folder; where the system shows it, this must be the folder.
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return folder === undefined || folder === root;
}

function readRun(file: string): Run | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Run;
  } catch {
    return undefined;
  }
}
