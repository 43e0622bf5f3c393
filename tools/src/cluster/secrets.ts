import { randomBytes } from 'node:crypto';
import { stringify } from 'yaml';
import { databaseRoles } from '../embedded/provision';
import { PROCESSES, type ServiceName, SERVICES } from '../services';
import { natsPasswordVariable, variablePrefix } from './variables';

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
  /** Host and port of Postgres. */
  postgres: string;
  /** Those of a pooler, which services connect to; migrations need a session of their own. */
  pooler?: string;
  mailUrl?: string;
  /** Of the S3-compatible store. */
  accessKey?: string;
  secretKey?: string;
}

/** The Secrets that the manifests in k8s refer to, new ones, as YAML. */
export function clusterSecrets(options: ClusterSecretsOptions): string {
  const { namespace, postgres, pooler = postgres, mailUrl = '', accessKey, secretKey } = options;
  const route = password();
  const nats = Object.fromEntries(PROCESSES.map((name) => [natsPasswordVariable(name), password()]));
  const secrets: Record<string, Record<string, string>> = {
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
  return Object.entries(secrets)
    .map(([name, stringData]) =>
      stringify({ apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace }, type: 'Opaque', stringData }),
    )
    .join('---\n');
}

function databaseSecrets(service: ServiceName, postgres: string, pooler: string): [string, Record<string, string>][] {
  const { owner, app } = databaseRoles(service);
  const url = (role: string, host: string) => `postgres://${role}:${password()}@${host}/bindery`;
  return [
    [`${service}-database`, { DATABASE_URL: url(app, pooler) }],
    [`${service}-migration`, { MIGRATION_DATABASE_URL: url(owner, postgres) }],
  ];
}
