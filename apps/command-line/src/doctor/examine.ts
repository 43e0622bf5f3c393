import { PROCESSES, type ProcessName, type ServiceName } from '@bindery/launcher';
import { type Finding, ill, well } from './finding';
import { checkClock, checkProcess, checkPublicUrl, timeOf } from './health';
import { checkDatabase, checkMail, checkNats, checkStorage, databaseTime, type NatsLogin } from './servers';
import { checkBackup, checkKeys, checkWork } from './work';

/** A running installation as its operator knows it; what is absent is not checked. */
export interface Installation {
  /** Where each process answers `/readyz`. */
  health: Partial<Record<ProcessName, string>>;
  databases: Partial<Record<ServiceName, string>>;
  publicUrl?: string;
  nats?: NatsLogin;
  storageUrl?: string;
  mailUrl?: string;
  /** When it was backed up last; null for never. */
  backedUpAt?: Date | null;
  /** How many keys are still known that were replaced. */
  oldKeys?: number;
}

/** Checks all of an installation at once. */
export async function examine(installation: Installation): Promise<Finding[]> {
  const { health, databases, publicUrl, nats, storageUrl, mailUrl, backedUpAt, oldKeys } = installation;
  const anyDatabase = Object.values(databases)[0];
  const gateway = health.gateway;
  const checks = [
    ...PROCESSES.map((name) => checkNamed(name, health[name])),
    ...Object.entries(databases).flatMap(([service, url]) => [
      checkDatabase(service as ServiceName, url),
      checkWork(service as ServiceName, url),
    ]),
    ...(nats ? [checkNats(nats)] : []),
    ...(storageUrl ? [checkStorage(storageUrl)] : []),
    mailUrl ? checkMail(mailUrl) : noMail(),
    ...(publicUrl ? [checkPublicUrl(publicUrl)] : []),
    ...(gateway ? [checkClock('Clock of the gateway', () => timeOf(gateway))] : []),
    ...(anyDatabase ? [checkClock('Clock of Postgres', () => databaseTime(anyDatabase))] : []),
  ];
  return [
    ...(await Promise.all(checks)).flat(),
    ...(backedUpAt === undefined ? [] : [checkBackup(backedUpAt)]),
    ...(oldKeys === undefined ? [] : [checkKeys(oldKeys)]),
  ];
}

async function checkNamed(name: ProcessName, url: string | undefined): Promise<Finding[]> {
  return url ? checkProcess(name, url) : [ill(name, 'is not running', 'start it, and see its log')];
}

const noMail = async (): Promise<Finding> => well('Mail', 'not checked, because MAIL_URL is not set here');
