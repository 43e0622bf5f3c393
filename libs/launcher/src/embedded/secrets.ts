import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PROCESSES, SERVICES } from '../services';
import { databaseRoles, type RolePasswords } from './provision';

/** The services that make addresses of files. */
export const FILE_SIGNERS = ['content', 'integrations'] as const;

export interface Secrets {
  /** The id with which the installation marks the Postgres server that it uses. */
  installation: string;
  /** The password of the administrator of the embedded Postgres. */
  postgres: string;
  roles: RolePasswords;
  /** A password for each process's NATS user, by the process's name. */
  nats: Record<string, string>;
  /** The signing key of each process, by the process's name: 32 bytes in base64url. */
  signing: Record<string, string>;
  /** By service: 32 bytes in base64url with which it encrypts stored secrets. Losing one loses those. */
  secretKeys: Record<string, string>;
  /** By service, the keys that it took the place of, until nothing is encrypted with them any more. */
  oldSecretKeys: Record<string, string[]>;
  /** By service: what addresses of files are signed with. */
  fileKeys: Record<string, string>;
  /** The earlier keys of file URLs, which stay valid. */
  oldFileKeys: string[];
}

/** The file of an earlier release: one key for all services. */
interface SharedKey {
  secretKey?: string;
  oldSecretKeys?: string[] | Record<string, string[]>;
}

/** New secrets, except those in `known`. A key that all services shared is none of them any more, and still opens what it has sealed. */
export function generateSecrets({
  secretKey,
  ...known
}: Partial<Omit<Secrets, 'oldSecretKeys'>> & SharedKey = {}): Secrets {
  const before = Array.isArray(known.oldSecretKeys) ? known.oldSecretKeys : [];
  const shared = [...(secretKey ? [secretKey] : []), ...before];
  const old = (service: string) =>
    known.oldSecretKeys && !Array.isArray(known.oldSecretKeys) ? (known.oldSecretKeys[service] ?? []) : shared;
  const roles = SERVICES.flatMap((service) => [databaseRoles(service).owner, databaseRoles(service).app]);
  return {
    installation: known.installation ?? randomUUID(),
    postgres: known.postgres ?? random(),
    roles: Object.fromEntries(roles.map((role) => [role, known.roles?.[role] ?? random()])),
    nats: Object.fromEntries(PROCESSES.map((name) => [name, known.nats?.[name] ?? random()])),
    signing: Object.fromEntries(PROCESSES.map((name) => [name, known.signing?.[name] ?? random()])),
    secretKeys: Object.fromEntries(SERVICES.map((name) => [name, known.secretKeys?.[name] ?? random()])),
    oldSecretKeys: Object.fromEntries(SERVICES.map((name) => [name, old(name)])),
    fileKeys: Object.fromEntries(FILE_SIGNERS.map((name) => [name, known.fileKeys?.[name] ?? random()])),
    oldFileKeys: known.oldFileKeys ?? shared,
  };
}

/** The secrets in a file, completed where it lacks some. The file can be read by its owner alone. */
export async function loadSecrets(file: string): Promise<Secrets> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  const secrets = generateSecrets(JSON.parse(text) as Partial<Secrets>);
  await writePrivately(file, secrets);
  return secrets;
}

/** Replaces a JSON file in one step; only its owner can read it. */
export async function writePrivately(file: string, value: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** The same with new keys; those before still open what they have sealed. */
export const withNewKeys = (secrets: Secrets): Secrets => ({
  ...secrets,
  secretKeys: Object.fromEntries(SERVICES.map((name) => [name, random()])),
  oldSecretKeys: Object.fromEntries(
    SERVICES.map((name) => [name, [secrets.secretKeys[name]!, ...(secrets.oldSecretKeys[name] ?? [])]]),
  ),
});

function random(): string {
  return randomBytes(32).toString('base64url');
}
