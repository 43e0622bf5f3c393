import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PROCESSES, SERVICES } from '../services';
import { databaseRoles, type RolePasswords } from './provision';

export interface Secrets {
  /** The password of the administrator of the embedded Postgres. */
  postgres: string;
  roles: RolePasswords;
  /** A password for each process's NATS user, by the process's name. */
  nats: Record<string, string>;
  /** 32 bytes in base64url: what services encrypt stored secrets with. Losing it loses those. */
  secretKey: string;
  /** Keys that it took the place of, until nothing is encrypted with them any more. */
  oldSecretKeys: string[];
}

/** New secrets, except those in `known`. */
export function generateSecrets(known: Partial<Secrets> = {}): Secrets {
  const roles = SERVICES.flatMap((service) => [databaseRoles(service).owner, databaseRoles(service).app]);
  return {
    postgres: known.postgres ?? random(),
    roles: Object.fromEntries(roles.map((role) => [role, known.roles?.[role] ?? random()])),
    nats: Object.fromEntries(PROCESSES.map((name) => [name, known.nats?.[name] ?? random()])),
    secretKey: known.secretKey ?? random(),
    oldSecretKeys: known.oldSecretKeys ?? [],
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

/** The same with a new key; the one before still opens what it has sealed. */
export const withNewKey = (secrets: Secrets): Secrets => ({
  ...secrets,
  secretKey: random(),
  oldSecretKeys: [secrets.secretKey, ...secrets.oldSecretKeys],
});

function random(): string {
  return randomBytes(32).toString('base64url');
}
