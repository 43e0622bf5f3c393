export { missingPostgres } from '../postgres-platform.cjs';
export { unsupportedSystem } from '../supported-system.cjs';
export { DATABASE, prepareNats, preparePostgres } from './backing-servers';
export { type Developer, readDeveloper } from './developer';
export type { EmbeddedServer } from './embedded/embedded-server';
export { freePorts, hostInUrl, LOOPBACK } from './embedded/free-port';
export { natsBinary } from './embedded/nats-binary';
export { MAX_PAYLOAD, type NatsUser, userEntry } from './embedded/nats-config';
export { natsPermissions, type NatsPermissions, openPermissions } from './embedded/nats-permissions';
export { startNats, stopLeftNats } from './embedded/nats-server';
export type { NatsUse } from './embedded/nats-use';
export { natsUses } from './embedded/nats-uses';
export { ADMINISTRATOR, startPostgres, stopLeftPostgres } from './embedded/postgres-server';
export { exitOf, isAlive, spawnLogged, stopProcess } from './embedded/processes';
export {
  databaseRoles,
  provision,
  type RolePasswords,
  serviceDatabase,
  type ServiceDatabase,
  withDatabase,
  SESSION_TIMEOUT,
} from './embedded/provision';
export { type RunAs, unprivilegedUser } from './embedded/run-as';
export {
  FILE_SIGNERS,
  generateSecrets,
  loadSecrets,
  type Secrets,
  withNewKeys,
  writePrivately,
} from './embedded/secrets';
export {
  countStatements,
  isUnasked,
  type LoggedStatement,
  type StatementCounts,
  StatementLog,
} from './embedded/statement-log';
export { reachableDataFolder } from './embedded/system-folder';
export {
  type Connections,
  externalNats,
  secretKeysOf,
  serviceEnvironment,
  settingsOf,
  signingKeysOf,
} from './environment';
export { Launcher } from './launcher';
export { HELP, startOptions, type StartOptions } from './options';
export { checkout, Paths } from './paths';
export { Progress, since } from './progress';
export { currentRun, leftRun, type Run, RunRecord } from './run-record';
export { seed } from './seed';
export { CONTENT_HEAP, startService as startServiceProcess } from './service-process';
export { PROCESSES, type ProcessName, type ServiceName, SERVICES, snakeCase } from './services';
export { Supervisor } from './supervisor';
export { whenOrphaned } from '../when-orphaned.cjs';
