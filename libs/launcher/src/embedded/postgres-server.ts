import { execFile } from 'node:child_process';
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { EmbeddedServer } from './embedded-server';
import { freePorts } from './free-port';
import { postgresBinaries, type PostgresBinaries } from './postgres-binaries';
import { exitOf, isProcess, spawnLogged, stopProcess } from './processes';
import { type RunAs, unprivilegedUser } from './run-as';

export const ADMINISTRATOR = 'bindery_admin';

interface PostgresOptions {
  /** Holds the database cluster; made on first use. As root it must be a folder that the unprivileged user can reach. */
  dataFolder: string;
  /** The administrator's. A cluster keeps the one it was made with. */
  password: string;
  logFile: string;
  /** A free one is taken when absent. */
  port?: number;
  /** `false` gives up safety against power cuts for speed: for tests only. */
  durable: boolean;
}

/**
 * Starts Postgres on 127.0.0.1 and answers once it accepts connections: an administrator's URL without a password
 * prompt, encoding UTF-8, order by code point. A server that a killed run left on the same data is stopped first.
 * Throws with the end of the log when the server does not come up within 60 s.
 */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedServer> {
  const runAs = await unprivilegedUser();
  const binaries = await postgresBinaries(runAs);
  const { dataFolder } = options;
  if (await stat(join(dataFolder, 'PG_VERSION')).catch(() => undefined)) await stopLeftPostgres(dataFolder);
  else await initialise(binaries, options, runAs);

  const port = options.port ?? (await freePorts(1))[0]!;
  const child = spawnLogged({
    command: binaries.postgres,
    args: ['-D', dataFolder, ...settings(port, options.durable).flatMap((setting) => ['-c', setting])],
    env: environment(),
    cwd: dirname(binaries.postgres),
    logFile: options.logFile,
    runAs,
    endedBy: 'SIGINT',
  });
  const exited = exitOf(child);
  await ready(dataFolder, child.pid, exited, options.logFile);
  const url = `postgres://${ADMINISTRATOR}:${encodeURIComponent(options.password)}@127.0.0.1:${port}/postgres`;
  const pid = child.pid!;
  return { url, port, pid, exited, stop: () => stopProcess(pid, { signal: 'SIGINT', last: 'SIGQUIT' }) };
}

/** Stops the server that runs on this data, if one does: its process id and its command line both have to name it. */
export async function stopLeftPostgres(dataFolder: string): Promise<boolean> {
  const pidFile = join(dataFolder, 'postmaster.pid');
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
  if (!(pid > 0)) return false;
  if (await isProcess(pid, 'postgres', dataFolder)) return stopProcess(pid, { signal: 'SIGINT', last: 'SIGQUIT' });
  // The id belongs to no process or to another program by now; Postgres would refuse to start in the second case.
  await rm(pidFile, { force: true });
  return false;
}

async function initialise(binaries: PostgresBinaries, options: PostgresOptions, runAs?: RunAs): Promise<void> {
  // Made under another name and renamed, so that an interrupted start leaves no half-made cluster behind.
  const partial = `${options.dataFolder}.new`;
  const passwordFile = `${options.dataFolder}.password`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, options.password, { mode: 0o600 });
  if (runAs) await Promise.all([partial, passwordFile].map((path) => chown(path, runAs.uid, runAs.gid)));
  const args = [
    '-D',
    partial,
    '-U',
    ADMINISTRATOR,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
  ];
  // Postgres brings this locale itself: the same order and case rules on every machine.
  args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  if (!options.durable) args.push('--no-sync');
  // Full-text search still asks the C library what a letter is.
  if (process.platform === 'linux') args.push('--lc-ctype=C.UTF-8');
  try {
    const identity = runAs ? { uid: runAs.uid, gid: runAs.gid } : {};
    await promisify(execFile)(binaries.initdb, args, {
      env: environment(),
      cwd: dirname(binaries.initdb),
      ...identity,
    });
    await rm(options.dataFolder, { recursive: true, force: true });
    await rename(partial, options.dataFolder);
  } catch (error) {
    throw new Error(
      `Postgres could not create its data in ${options.dataFolder}: ${(error as { stderr?: string }).stderr ?? error}`,
    );
  } finally {
    await rm(passwordFile, { force: true });
  }
}

function settings(port: number, durable: boolean): string[] {
  const common = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    // Tests run several platforms side by side.
    `max_connections=${durable ? 100 : 300}`,
    'shared_buffers=128MB',
    'jit=off',
    'timezone=UTC',
    'log_timezone=UTC',
  ];
  if (durable) return [...common, 'max_wal_size=1GB'];
  return [
    ...common,
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'wal_level=minimal',
    'max_wal_senders=0',
  ];
}

/** Nothing of the caller's environment: PGDATA, PGPORT and the locale would change what is started. */
function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' };
}

/** The eighth line of `postmaster.pid` says when connections are accepted; `pg_ctl` waits for the same. */
async function ready(
  dataFolder: string,
  pid: number | undefined,
  exited: Promise<string>,
  logFile: string,
): Promise<void> {
  let ended: string | undefined;
  void exited.then((how) => (ended = how));
  for (const end = Date.now() + 60_000; Date.now() < end && ended === undefined; await delay(10)) {
    const lines = (await readFile(join(dataFolder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
    if (Number(lines[0]) === pid && lines[7]?.trim() === 'ready') return;
  }
  const log = (await readFile(logFile, 'utf8').catch(() => '')).trimEnd().split('\n').slice(-5).join('\n');
  throw new Error(`Postgres ${ended ?? 'was not ready within 60 s'}. The end of ${logFile}:\n${log}`);
}
