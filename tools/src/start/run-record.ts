import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isProcess, stopProcess } from '../embedded/processes';
import { stopLeftNats } from '../embedded/nats-server';
import { stopLeftPostgres } from '../embedded/postgres-server';
import { reachableDataFolder } from '../embedded/system-folder';
import type { Paths } from '../paths';
import type { ProcessName } from '../services';

/** What a running launcher writes down, so that the next one can find it or clean up after it. */
export interface Run {
  pid: number;
  baseUrl?: string;
  children: Partial<Record<ProcessName, number>>;
}

/** The launcher that runs in this checkout, if one does. */
export async function currentRun(paths: Paths): Promise<Run | undefined> {
  const run = readRun(paths.run);
  return run && (await isLauncher(run.pid, paths.root)) ? run : undefined;
}

export class RunRecord {
  private readonly run: Run = { pid: process.pid, children: {} };

  private constructor(private readonly file: string) {}

  /**
   * Makes this process the launcher of the checkout. Answers the other launcher when one runs already; stops, after
   * checking that they are what the record says, the processes of one that was killed.
   */
  static async claim(paths: Paths): Promise<RunRecord | Run> {
    const record = new RunRecord(paths.run);
    mkdirSync(dirname(paths.run), { recursive: true });
    for (;;) {
      try {
        writeFileSync(paths.run, JSON.stringify(record.run), { flag: 'wx', mode: 0o600 });
        return record;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const running = await currentRun(paths);
      if (running) return running;
      await stopLeftProcesses(paths);
      rmSync(paths.run, { force: true });
    }
  }

  started(name: ProcessName, pid: number): void {
    this.run.children[name] = pid;
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
async function stopLeftProcesses(paths: Paths): Promise<void> {
  const children = Object.entries(readRun(paths.run)?.children ?? {}) as [ProcessName, number][];
  await Promise.all(
    children.map(async ([name, pid]) => {
      if (await isProcess(pid, paths.program(name))) await stopProcess(pid);
    }),
  );
  await stopLeftNats(paths.nats);
  await stopLeftPostgres(await reachableDataFolder(paths.postgres));
}

async function isLauncher(pid: number, root: string): Promise<boolean> {
  if (pid === process.pid || !(await isProcess(pid, 'start.mjs'))) return false;
  // The command line may name the program relative to a folder; where the system tells it, this must be the folder.
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
