import { randomBytes } from 'node:crypto';
import { verifyingKeysOf } from '@bindery/config';
import { stringify } from 'yaml';
import {
  databaseRoles,
  FILE_SIGNERS,
  PROCESSES,
  type ProcessName,
  type ServiceName,
  SERVICES,
} from '@bindery/launcher';
import { serverCertificates } from './certificates';
import { clusterNames } from './nats-file';
import { natsPasswordVariable, variablePrefix } from './variables';

/** Postgres has to show a certificate for the name in the address, from the authority that the pods find in this file. */
const POSTGRES_TLS = 'sslmode=verify-full&sslrootcert=/etc/authorities/postgres.crt';

/** Letters first, so that no reader of configuration takes it for a number; nothing in it needs escaping anywhere. */
export const newPassword = () => `p${randomBytes(24).toString('hex')}`;

const key = () => randomBytes(32).toString('base64url');

/** The public keys by which processes with these signing keys know each other. */
const verifyingKeys = (signing: Record<string, string>): string =>
  verifyingKeysOf(Object.entries(signing).map(([name, secret]) => [name, Buffer.from(secret, 'base64url')]));

const signingKeyVariable = (name: ProcessName): string => `${variablePrefix(name)}_SIGNING_KEY`;
const secretKeyVariable = (name: ServiceName): string => `${variablePrefix(name)}_SECRET_KEY`;
const fileKeyVariable = (name: ServiceName): string => `${variablePrefix(name)}_FILE_KEY`;

/** `FILE_KEYS` of the gateway. */
const fileKeysOf = (keys: Record<string, string>, old: readonly string[] = []): string =>
  Object.entries(keys)
    .flatMap(([service, own]) => [own, ...old].map((one) => `${service}=${one}`))
    .join(',');

interface ComposeOptions {
  /** The text that there is: what it sets stays as it is. */
  present?: string;
  /** Where users reach the platform; with https:// Caddy serves it, and the host names of sites. */
  publicUrl?: string;
  /** Without one mails are caught and shown. */
  mailUrl?: string;
}

/** The text of docker/.env: new passwords and keys, which are secret, and the addresses of the installation. */
export function composeSecrets({ publicUrl, mailUrl, present = '' }: ComposeOptions = {}): string {
  const known = new Map(Array.from(present.matchAll(/^(\w+)=(.*)$/gm), ([, name, value]) => [name!, value!]));
  const passwords = [
    'POSTGRES_PASSWORD',
    ...SERVICES.flatMap((name) => [
      `${variablePrefix(name)}_DATABASE_PASSWORD`,
      `${variablePrefix(name)}_MIGRATION_PASSWORD`,
    ]),
    'SYSTEM_NATS_PASSWORD',
    ...PROCESSES.map(natsPasswordVariable),
    'S3_ACCESS_KEY',
    'S3_SECRET_KEY',
    'RUNTIME_KEY',
  ];
  const keys = [
    ...SERVICES.map(secretKeyVariable),
    ...FILE_SIGNERS.map(fileKeyVariable),
    ...PROCESSES.map(signingKeyVariable),
  ];
  const made = new Map([
    ...passwords.map((name) => [name, known.get(name) ?? newPassword()] as const),
    ...keys.map((name) => [name, known.get(name) ?? key()] as const),
    ...keysBefore(known),
  ]);
  const signing = Object.fromEntries(PROCESSES.map((name) => [name, made.get(signingKeyVariable(name))!]));
  const profiles = [...(publicUrl?.startsWith('https://') ? ['caddy'] : []), ...(mailUrl ? [] : ['mail'])];
  const asked = new Map([
    ['COMPOSE_PROFILES', profiles.join(',')],
    ['PUBLIC_URL', publicUrl ?? 'http://localhost:4000'],
    ['MAIL_URL', mailUrl ?? 'smtp://mail:1025'],
  ]);
  const secret = new Map([...made, ['VERIFYING_KEYS', verifyingKeys(signing)] as const]);
  const linesOf = (values: ReadonlyMap<string, string>) =>
    [...values].map(([name, value]) => `${name}=${known.get(name) ?? value}`);
  const others = [...known].filter(([name]) => !secret.has(name) && !asked.has(name));
  return [
    '# Of this installation alone: keep it. Data that the platform encrypted cannot be read with other keys.',
    ...linesOf(secret),
    '# Every setting of docs/configuration.md can be set here as well.',
    ...linesOf(asked),
    ...linesOf(new Map(others)),
    '',
  ].join('\n');
}

/** Keeps the one key of all services, which an earlier release had, as an old key, so that data encrypted or signed with it stays valid. */
function keysBefore(known: ReadonlyMap<string, string>): (readonly [string, string])[] {
  const shared = known.get('SECRET_KEY');
  if (!shared) return [];
  const old = FILE_SIGNERS.map((service) => `,${service}=${shared}`).join('');
  return [
    ...SERVICES.map((name) => [`${secretKeyVariable(name)}_OLD`, shared] as const),
    ['OLD_FILE_KEYS', old] as const,
  ];
}

interface ClusterSecretsOptions {
  namespace: string;
  /** Host and port of Postgres. Its certificate is from the authority in the Secret `postgres-ca`, and for this name. */
  postgres: string;
  /** Those of a pooler, which services connect to; migrations need a session of their own. Its certificate is from the same authority. */
  pooler?: string;
  mailUrl?: string;
  /** Of the S3-compatible store. */
  accessKey?: string;
  secretKey?: string;
}

export type SecretData = Record<string, string>;

/** The Secret with the certificate of NATS, a new one, as YAML. */
export async function clusterCertificates(namespace: string): Promise<string> {
  return secretText(namespace, 'nats-tls', { ...(await serverCertificates(clusterNames(namespace))) });
}

/**
 * The Secrets with the keys of processes, new ones, as YAML: to be added to an installation that has none. Where all services have
 * had one key, `shared`, it stays the one in use until it is exchanged with the new one beside it.
 */
export const clusterKeys = (namespace: string, shared?: string): string =>
  Object.entries(keySecrets(shared))
    .map(([name, data]) => secretText(namespace, name, data))
    .join('---\n');

function keySecrets(shared?: string): Record<string, SecretData> {
  const signing = Object.fromEntries(PROCESSES.map((name) => [name, key()]));
  const files: Record<string, string> = Object.fromEntries(FILE_SIGNERS.map((name) => [name, key()]));
  const ofService = (name: ServiceName): SecretData => ({
    ...(shared ? { SECRET_KEY: shared, SECRET_KEY_OLD: key() } : { SECRET_KEY: key() }),
    ...(files[name] && { FILE_KEY: files[name] }),
  });
  return {
    'verifying-keys': { VERIFYING_KEYS: verifyingKeys(signing) },
    ...Object.fromEntries(
      PROCESSES.map((name) => {
        const own = name === 'gateway' ? { FILE_KEYS: fileKeysOf(files, shared ? [shared] : []) } : ofService(name);
        return [`${name}-keys`, { SIGNING_KEY: signing[name]!, ...own }];
      }),
    ),
  };
}

/** The Secrets that the manifests in k8s refer to, new ones, as YAML. */
export async function clusterSecrets(options: ClusterSecretsOptions): Promise<string> {
  const { namespace, postgres, pooler = postgres, mailUrl = '', accessKey, secretKey } = options;
  const storage = {
    AWS_ACCESS_KEY_ID: accessKey ?? newPassword(),
    AWS_SECRET_ACCESS_KEY: secretKey ?? newPassword(),
  };
  const route = newPassword();
  const nats = Object.fromEntries(PROCESSES.map((name) => [natsPasswordVariable(name), newPassword()]));
  const secrets: Record<string, SecretData> = {
    ...keySecrets(),
    mail: { MAIL_URL: mailUrl },
    runtime: { RUNTIME_KEY: newPassword() },
    storage,
    // The store's administrator makes credentials for each, and puts them here.
    ...Object.fromEntries(PROCESSES.map((name) => [`${name}-storage`, storage])),
    nats: { SYSTEM_NATS_PASSWORD: newPassword(), ROUTE_NATS_PASSWORD: route, ...nats },
    ...Object.fromEntries(SERVICES.flatMap((service) => databaseSecrets(service, postgres, pooler))),
    ...Object.fromEntries(
      PROCESSES.map((name) => [`${name}-nats`, { NATS_PASSWORD: nats[natsPasswordVariable(name)]! }]),
    ),
  };
  const texts = Object.entries(secrets).map(([name, data]) => secretText(namespace, name, data));
  return [...texts, await clusterCertificates(namespace)].join('---\n');
}

export const secretText = (namespace: string, name: string, stringData: SecretData): string =>
  stringify({ apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace }, type: 'Opaque', stringData });

function databaseSecrets(service: ServiceName, postgres: string, pooler: string): [string, SecretData][] {
  const { owner, app } = databaseRoles(service);
  const url = (role: string, host: string) => `postgres://${role}:${newPassword()}@${host}/bindery?${POSTGRES_TLS}`;
  return [
    [`${service}-database`, { DATABASE_URL: url(app, pooler) }],
    [`${service}-migration`, { MIGRATION_DATABASE_URL: url(owner, postgres) }],
  ];
}

/** The keys of all processes where they are in one: those of one process begin with its name. */
export function keysInOneProcess(): SecretData {
  const { 'verifying-keys': verifying, ...own } = keySecrets();
  const named = PROCESSES.flatMap((name) =>
    Object.entries(own[`${name}-keys`]!).map(([setting, value]) => [`${variablePrefix(name)}_${setting}`, value]),
  );
  return { ...verifying, ...(Object.fromEntries(named) as SecretData) };
}
