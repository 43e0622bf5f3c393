import { ConfigError, connectionProblem, postgresAddress, readConfig } from '@bindery/config';
import { natsBinary } from './embedded/nats-binary';
import { natsPermissions } from './embedded/nats-permissions';
import { startNats } from './embedded/nats-server';
import { startPostgres } from './embedded/postgres-server';
import { provision, serviceDatabase, type ServiceDatabase } from './embedded/provision';
import type { Secrets } from './embedded/secrets';
import { reachableDataFolder } from './embedded/system-folder';
import type { Paths } from './paths';
import { PROCESSES, type ProcessName, type ServiceName } from './services';
import { type Connections, externalNats } from './environment';
import { Supervisor } from './supervisor';

export const DATABASE = 'bindery';

const administrator = postgresAddress("an administrator's Postgres address");

/** The context that a launcher gives to every server it starts. */
export interface LauncherContext {
  paths: Paths;
  secrets: Secrets;
  /** Whether to use a database that belongs to another installation. */
  takesOver: boolean;
  report: (line: string) => void;
  /** Called with every child before it starts, so that it can be stopped in any case. */
  supervise: (child: Supervisor) => void;
}

export interface Postgres {
  description: string;
  databaseOf(service: ServiceName): ServiceDatabase;
}

/** The server that `DATABASE_URL` names, or one of our own; with the database of the platform provisioned. */
export async function preparePostgres(
  external: string | undefined,
  { paths, secrets, takesOver, report, supervise }: LauncherContext,
): Promise<Postgres> {
  let url = external;
  if (!url) {
    const dataFolder = await reachableDataFolder(paths.postgres);
    let port: number | undefined;
    const start = async () => {
      const options = { dataFolder, password: secrets.postgres, logFile: paths.log('postgres'), port, durable: true };
      const server = await startPostgres(options);
      // Services know this address: a server that died comes back on the same port.
      ({ url, port } = server);
      return server;
    };
    const supervisor = new Supervisor('Postgres', start, report);
    supervise(supervisor);
    await supervisor.start();
  }
  const { DATABASE_URL: adminUrl } = readConfig({ DATABASE_URL: administrator }, { DATABASE_URL: url });
  await provision(adminUrl, DATABASE, secrets.roles, { id: secrets.installation, takesOver });
  return {
    description: `Postgres at ${new URL(adminUrl).host}`,
    databaseOf: (service) => serviceDatabase(adminUrl, DATABASE, service, secrets.roles),
  };
}

export interface Nats {
  description: string;
  loginOf(name: ProcessName): Connections['nats'];
}

/** The server that `NATS_URL` names, or one of our own with a user for each process. */
export async function prepareNats(
  external: string | undefined,
  { paths, secrets, report, supervise }: LauncherContext,
): Promise<Nats> {
  if (external) {
    const login = externalNats(external);
    await reachNats(login);
    return { description: `NATS at ${new URL(login.url).host}`, loginOf: () => login };
  }
  const binary = await natsBinary(paths.programs, report);
  const users = PROCESSES.map((name) => ({
    user: name,
    password: secrets.nats[name]!,
    permissions: natsPermissions(name),
  }));
  let port: number | undefined;
  let url = '';
  const start = async () => {
    const server = await startNats({
      binary,
      folder: paths.nats,
      logFile: paths.log('nats'),
      port,
      accounts: { BINDERY: users },
    });
    ({ url, port } = server);
    return server;
  };
  const supervisor = new Supervisor('NATS', start, report);
  supervise(supervisor);
  await supervisor.start();
  return {
    description: `NATS at ${new URL(url).host}`,
    loginOf: (name) => ({ url, user: name, password: secrets.nats[name] }),
  };
}

/** Services wait for a NATS server for ever; a user with a wrong address should get an error at once. */
async function reachNats({ url, user, password }: Connections['nats']): Promise<void> {
  const [{ connect }, { natsServers }] = await Promise.all([import('nats'), import('@bindery/messaging')]);
  try {
    const servers = await natsServers({ NATS_URL: url, NATS_CA: process.env.NATS_CA });
    const connection = await connect({ ...servers, user, pass: password, reconnect: false, timeout: 5_000 });
    await connection.close();
  } catch (error) {
    throw natsProblem(url, error);
  }
}

function natsProblem(url: string, error: unknown): unknown {
  const { code, chainedError } = error as { code?: string; chainedError?: unknown };
  const host = new URL(url).host;
  if (code === 'AUTHORIZATION_VIOLATION' || code === 'AUTHENTICATION_EXPIRED')
    return new ConfigError([`NATS_URL names ${host}, which refuses the user: set nats://user:password@${host}`]);
  if (code === 'TIMEOUT')
    return new ConfigError([`NATS_URL names ${host}, which does not answer: set the URL of a server that does`]);
  return connectionProblem('NATS_URL', url, chainedError ?? error) ?? error;
}
