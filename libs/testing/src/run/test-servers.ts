import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type EmbeddedServer,
  natsBinary,
  type NatsUser,
  natsPermissions,
  openPermissions,
  startNats,
  stopLeftNats,
  startPostgres,
  stopLeftPostgres,
  isAlive,
  provision,
  type RolePasswords,
  generateSecrets,
  PROCESSES,
} from '@bindery/launcher';

const PREFIX = 'bindery-test-';

/** How many test files may hold an account of the test NATS server at the same time. */
export const TEST_ACCOUNTS = 48;

/** The database that all test databases are copied from: roles, schemas and extensions, no tables. */
export const EMPTY_DATABASE = 'bindery_empty';

/** One Postgres and one NATS server for a whole run of tests, as the tests see them. */
export interface TestServers {
  /** A superuser's URL of a database that no test uses. */
  adminUrl: string;
  /** The log file of that server. */
  postgresLog: string;
  rolePasswords: RolePasswords;
  natsUrl: string;
  natsPassword: string;
}

export interface RunningTestServers extends TestServers {
  stop(): Promise<void>;
}

/**
 * Starts Postgres without durability and NATS with the permissions of production, both with data in a temporary folder
 * that `stop` removes. `toolsFolder` keeps a downloaded nats-server between runs.
 */
export async function startTestServers(toolsFolder: string): Promise<RunningTestServers> {
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  await chmod(folder, 0o755);
  const secrets = generateSecrets();
  const password = secrets.nats.gateway!;
  const outcomes = await Promise.allSettled([
    startPostgresForTests(folder, secrets.postgres, secrets.roles),
    natsBinary(toolsFolder).then((binary) =>
      startNats({
        binary,
        folder: join(folder, 'nats'),
        logFile: join(folder, 'nats.log'),
        accounts: testAccounts(password),
      }),
    ),
  ]);
  const [postgres, nats] = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : undefined));
  const stop = async () => {
    await Promise.all([nats?.stop(), postgres?.stop()]);
    await rm(folder, { recursive: true, force: true });
  };
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure || !postgres || !nats) {
    await stop();
    throw failure?.reason;
  }
  return {
    adminUrl: postgres.url,
    postgresLog: postgresLogIn(folder),
    rolePasswords: secrets.roles,
    natsUrl: nats.url,
    natsPassword: password,
    stop,
  };
}

const postgresLogIn = (folder: string): string => join(folder, 'postgres.log');

/** The user of a process in a numbered account; accounts do not see each other's subjects and streams. */
export function testUser(account: number, name: string): string {
  return `${name}@${account}`;
}

/** Stops the servers and removes the folders of test runs that were killed before they could do so. */
export async function removeLeftTestServers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split('-')[0]) : 0;
    if (!(owner > 0) || isAlive(owner)) continue;
    const folder = join(tmpdir(), name);
    await stopLeftPostgres(join(folder, 'postgres'));
    await stopLeftNats(join(folder, 'nats'));
    await rm(folder, { recursive: true, force: true });
  }
}

async function startPostgresForTests(folder: string, password: string, roles: RolePasswords): Promise<EmbeddedServer> {
  const server = await startPostgres({
    dataFolder: join(folder, 'postgres'),
    password,
    logFile: postgresLogIn(folder),
    durable: false,
  });
  await provision(server.url, EMPTY_DATABASE, roles);
  return server;
}

function testAccounts(password: string): Record<string, NatsUser[]> {
  const numbers = Array.from({ length: TEST_ACCOUNTS }, (_, index) => index + 1);
  return Object.fromEntries(
    numbers.map((number) => [
      `TEST_${number}`,
      [
        { user: testUser(number, 'admin'), password },
        ...PROCESSES.flatMap((name) => [
          { user: testUser(number, name), password, permissions: natsPermissions(name) },
          { user: testUser(number, `open-${name}`), password, permissions: openPermissions(name) },
        ]),
      ],
    ]),
  );
}
