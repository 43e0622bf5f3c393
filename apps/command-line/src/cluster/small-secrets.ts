import { postgresAddress, readConfig, variablePrefix } from '@bindery/config';
import { serviceDatabase, generateSecrets, SERVICES, DATABASE, externalNats } from '@bindery/launcher';
import { keysInOneProcess, newPassword, secretText, type SecretData } from './secrets';

interface SmallSecretsOptions {
  namespace: string;
  /** An administrator's address of Postgres, whose parameters (`sslmode`, `sslrootcert`) all services get. */
  postgres: string;
  /** The address of a NATS server with JetStream, with one user for all services. */
  nats: string;
  mailUrl?: string;
  /** Of a bucket, where files are in one. */
  accessKey?: string;
  secretKey?: string;
}

/** The Secrets that k8s/overlays/small refers to, new ones, as YAML. Throws `ConfigError` for an address that is none. */
export function smallSecrets({ namespace, mailUrl = '', ...options }: SmallSecretsOptions): string {
  const settings = { '--postgres': postgresAddress("an administrator's Postgres address") };
  const { '--postgres': postgres } = readConfig(settings, { '--postgres': options.postgres });
  const { url, user, password } = externalNats(options.nats);
  const { roles, installation } = generateSecrets();
  const databases = SERVICES.map(
    (name) => [variablePrefix(name), serviceDatabase(postgres, DATABASE, name, roles)] as const,
  );
  const secrets: Record<string, SecretData> = {
    platform: keysInOneProcess(),
    mail: { MAIL_URL: mailUrl },
    runtime: { RUNTIME_KEY: newPassword() },
    nats: { NATS_URL: url, ...(user && { NATS_USER: user, NATS_PASSWORD: password ?? '' }) },
    'postgres-admin': { DATABASE_URL: postgres, INSTALLATION: installation },
    databases: Object.fromEntries(
      databases.map(([prefix, { databaseUrl }]) => [`${prefix}_DATABASE_URL`, databaseUrl]),
    ),
    migrations: Object.fromEntries(
      databases.map(([prefix, { migrationDatabaseUrl }]) => [`${prefix}_MIGRATION_DATABASE_URL`, migrationDatabaseUrl]),
    ),
    ...(options.accessKey &&
      options.secretKey && {
        storage: { AWS_ACCESS_KEY_ID: options.accessKey, AWS_SECRET_ACCESS_KEY: options.secretKey },
      }),
  };
  return Object.entries(secrets)
    .map(([name, data]) => secretText(namespace, name, data))
    .join('---\n');
}
