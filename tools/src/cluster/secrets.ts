import { randomBytes } from 'node:crypto';
import { stringify } from 'yaml';
import { databaseRoles } from '../embedded/provision';
import { PROCESSES, type ServiceName, SERVICES } from '../services';
import { serverCertificates } from './certificates';
import { clusterNames } from './nats-file';
import { natsPasswordVariable, variablePrefix } from './variables';

/** Postgres has to show a certificate for the name in the address, from the authority that the pods find in this file. */
const POSTGRES_TLS = 'sslmode=verify-full&sslrootcert=/etc/authorities/postgres.crt';

/** Letters first, so that no reader of configuration takes it for a number; nothing in it needs escaping anywhere. */
const password = () => `p${randomBytes(24).toString('hex')}`;

/** The settings of docker/compose.yaml that nobody else should know, new ones: the text of docker/.env. */
export function composeSecrets(): string {
  const names = [
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
  const lines = names.map((name) => `${name}=${password()}`);
  return [...lines, `SECRET_KEY=${randomBytes(32).toString('base64url')}`, ''].join('\n');
}

export interface ClusterSecretsOptions {
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

type SecretData = Record<string, string>;

/** The Secret with the certificate of NATS, a new one, as YAML. */
export async function clusterCertificates(namespace: string): Promise<string> {
  return secretText(namespace, 'nats-tls', { ...(await serverCertificates(clusterNames(namespace))) });
}

/** The Secrets that the manifests in k8s refer to, new ones, as YAML. */
export async function clusterSecrets(options: ClusterSecretsOptions): Promise<string> {
  const { namespace, postgres, pooler = postgres, mailUrl = '', accessKey, secretKey } = options;
  const route = password();
  const nats = Object.fromEntries(PROCESSES.map((name) => [natsPasswordVariable(name), password()]));
  const secrets: Record<string, SecretData> = {
    platform: { SECRET_KEY: randomBytes(32).toString('base64url') },
    mail: { MAIL_URL: mailUrl },
    runtime: { RUNTIME_KEY: password() },
    storage: { AWS_ACCESS_KEY_ID: accessKey ?? password(), AWS_SECRET_ACCESS_KEY: secretKey ?? password() },
    nats: { SYSTEM_NATS_PASSWORD: password(), ROUTE_NATS_PASSWORD: route, ...nats },
    ...Object.fromEntries(SERVICES.flatMap((service) => databaseSecrets(service, postgres, pooler))),
    ...Object.fromEntries(
      PROCESSES.map((name) => [`${name}-nats`, { NATS_PASSWORD: nats[natsPasswordVariable(name)]! }]),
    ),
  };
  const texts = Object.entries(secrets).map(([name, data]) => secretText(namespace, name, data));
  return [...texts, await clusterCertificates(namespace)].join('---\n');
}

const secretText = (namespace: string, name: string, stringData: SecretData): string =>
  stringify({ apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace }, type: 'Opaque', stringData });

function databaseSecrets(service: ServiceName, postgres: string, pooler: string): [string, SecretData][] {
  const { owner, app } = databaseRoles(service);
  const url = (role: string, host: string) => `postgres://${role}:${password()}@${host}/bindery?${POSTGRES_TLS}`;
  return [
    [`${service}-database`, { DATABASE_URL: url(app, pooler) }],
    [`${service}-migration`, { MIGRATION_DATABASE_URL: url(owner, postgres) }],
  ];
}
