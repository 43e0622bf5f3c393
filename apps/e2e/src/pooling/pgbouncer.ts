import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitOf, freePorts, spawnLogged, stopProcess, unprivilegedUser } from '@bindery/launcher';
import type { TestServers } from '@bindery/testing';

type PoolMode = 'session' | 'transaction';

/** Debian has it where only administrators look. */
const env = { PATH: `${process.env.PATH}${delimiter}/usr/sbin` };
const program = process.env.PGBOUNCER ?? 'pgbouncer';

/** The version of the machine's PgBouncer, or of the one that `PGBOUNCER` names; undefined where there is none. */
export const pgBouncerVersion = /^PgBouncer (\d+\.\d+)/.exec(
  spawnSync(program, ['--version'], { env, encoding: 'utf8' }).stdout ?? '',
)?.[1];

/** Since 1.21 prepared statements are known to whichever session of Postgres a transaction gets. */
export const poolModes: PoolMode[] =
  Number(pgBouncerVersion?.split('.')[1]) >= 21 ? ['session', 'transaction'] : ['session'];

export interface PgBouncer {
  /** The same address behind the pooler. */
  pooled(databaseUrl: string): string;
  stop(): Promise<void>;
}

/** Starts a PgBouncer before the Postgres of the tests, with at most `poolSize` sessions for each role in a database. */
export async function startPgBouncer(servers: TestServers, mode: PoolMode, poolSize: number): Promise<PgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-pgbouncer-'));
  // Like Postgres, it does not run as root.
  const runAs = await unprivilegedUser();
  const file = (name: string) => join(folder, name);
  const write = async (name: string, lines: string[]) => {
    await writeFile(file(name), lines.join('\n') + '\n', { mode: 0o600 });
    if (runAs) await chown(file(name), runAs.uid, runAs.gid);
  };
  await chmod(folder, 0o755);
  const [port] = (await freePorts(1)) as [number];
  await write(
    'users',
    Object.entries(servers.rolePasswords).map(([role, password]) => `"${role}" "${password}"`),
  );
  await write('pgbouncer.ini', [
    '[databases]',
    `* = host=127.0.0.1 port=${new URL(servers.adminUrl).port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${file('users')}`,
    `pool_mode = ${mode}`,
    `default_pool_size = ${poolSize}`,
    ...(mode === 'transaction' ? ['max_prepared_statements = 500'] : []),
  ]);
  const logFile = file('log');
  const child = spawnLogged({ command: program, args: [file('pgbouncer.ini')], env, cwd: folder, logFile, runAs });
  const exited = exitOf(child);
  const stop = async () => {
    if (child.pid) await stopProcess(child.pid, { signal: 'SIGINT' });
    await rm(folder, { recursive: true, force: true });
  };
  const ended = await Promise.race([exited, listening(port)]);
  if (ended !== undefined) {
    const log = await readFile(logFile, 'utf8');
    await stop();
    throw new Error(`PgBouncer ${ended}:\n${log}`);
  }
  return { pooled: (url) => Object.assign(new URL(url), { port: String(port) }).href, stop };
}

async function listening(port: number): Promise<undefined> {
  for (;;) {
    const answers = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
        .once('connect', () => resolve(true))
        .once('error', () => resolve(false))
        .once('close', () => socket.destroy());
      socket.once('connect', () => socket.end());
    });
    if (answers) return;
    await sleep(20);
  }
}
