import { ConfigError, environmentOf, verifyingKeysOf } from '@bindery/config';
import type { ServiceDatabase } from './embedded/provision';
import type { Secrets } from './embedded/secrets';
import type { ProcessName } from './services';

/** The variables that every program gets from the operating system and its user. */
const SYSTEM =
  /^(PATH|HOME|USER|TMPDIR|TMP|TEMP|TZ|LANG|LC_.*|SYSTEMROOT|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|(HTTPS?|NO|ALL)_PROXY|AWS_.*)$/i;

/** Settings of the platform that its user may give to every process. */
const forAll = [
  'NATS_CA',
  'LOG_LEVEL',
  'DATABASE_POOL',
  'RPC_CONCURRENCY',
  'UNSIGNED_REQUESTS',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_TRACES_SAMPLER_ARG',
];

/** The settings that only some processes read: the secrets and addresses of one are not passed to the others. */
const forSome: Partial<Record<ProcessName, readonly string[]>> = {
  gateway: [
    'FILE_KEYS',
    'TRUST_PROXY',
    'TRUST_TRACEPARENT',
    'CORS_ORIGINS',
    'HOME_SITES',
    'RATE_LIMIT',
    'REQUEST_CONCURRENCY',
    'STREAM_REPLICAS',
    'INTEGRATIONS_URL',
    'METRICS_ADDRESS',
  ],
  identity: [
    'SIGN_UP',
    'SESSION_DAYS',
    'SIGN_IN_DAYS',
    'SAML_SIGN_IN_HOURS',
    'SIGN_IN_PER_EMAIL',
    'SIGN_IN_PER_ADDRESS',
    'MAIL_FROM',
    'RATE_LIMIT',
    'RATE_LIMIT_TOKEN',
    'RATE_LIMIT_USER',
    'RATE_LIMIT_ORGANIZATION',
    'RATE_LIMIT_ADDRESS',
    'RATE_LIMIT_SEARCH',
    'RATE_LIMIT_JOIN',
    'RATE_LIMIT_INVITES',
    'RATE_LIMIT_AGENT',
    'ORGANIZATION_CREATION',
    'EMAIL_DOMAIN_VERIFICATION',
    'OUTBOUND_ALLOW',
    'ORGANIZATION_PLAN',
    'ORGANIZATION_TRIAL',
    'ORGANIZATION_BILLING',
    'ORGANIZATION_BLOCKED',
  ],
  content: ['OUTBOUND_ALLOW', 'OPENAPI_REFETCH_MINUTES', 'OPENAPI_VERSIONS'],
  'change-requests': ['MAIL_FROM'],
  sites: [
    'SITE_TYPE',
    'SITE_FEATURES',
    'SITE_ADS',
    'INSIGHTS_DAYS',
    'RENDERER_URL',
    'RENDERER_SECRET',
    'INTEGRATIONS_URL',
  ],
  integrations: [
    'OUTBOUND_ALLOW',
    'EVENT_RETENTION_DAYS',
    'INTEGRATIONS_URL',
    'API_URL',
    'RUNTIME_PROCESSES',
    'RUNTIME_MEMORY',
    'RUNTIME_TIME',
    'RUNTIME_ANSWER',
    'RUNTIME_URL',
    'RUNTIME_KEY',
  ],
  'ai-jobs': [
    'MODEL_URL',
    'MODEL_KEY',
    'MODEL_NAME',
    'MODEL_REQUESTS_PER_MINUTE',
    'MODEL_TIMEOUT_SECONDS',
    'MODEL_TOKENS_PER_MONTH',
    'TRANSLATION_PROVIDER',
    'LIBRETRANSLATE_URL',
    'LIBRETRANSLATE_KEY',
    'CONVERSATION_REDACTION',
  ],
};

/** The settings that a process reads as its user gave them. */
export const settingsOf = (name: ProcessName): readonly string[] => [...forAll, ...(forSome[name] ?? [])];

/** The keys with which a process encrypts data and signs file URLs, by the names of its settings. */
interface SecretKeys {
  SECRET_KEY?: string;
  SECRET_KEY_OLD?: string;
  FILE_KEY?: string;
  FILE_KEYS?: string;
}

type KnownKeys = Pick<Secrets, 'secretKeys' | 'oldSecretKeys' | 'fileKeys' | 'oldFileKeys'>;

/** The caller's one key for all, or else those of the checkout: each process has its own. */
export function secretKeysOf(name: ProcessName, caller: NodeJS.ProcessEnv, secrets: KnownKeys): SecretKeys {
  if (caller.SECRET_KEY)
    return { SECRET_KEY: caller.SECRET_KEY, ...(caller.SECRET_KEY_OLD && { SECRET_KEY_OLD: caller.SECRET_KEY_OLD }) };
  const { secretKeys, oldSecretKeys, fileKeys, oldFileKeys } = secrets;
  if (name === 'gateway') {
    const all = Object.entries(fileKeys).flatMap(([service, key]) =>
      [key, ...oldFileKeys].map((one) => `${service}=${one}`),
    );
    return { FILE_KEYS: all.join(',') };
  }
  const old = (oldSecretKeys[name] ?? []).join(',');
  return {
    SECRET_KEY: secretKeys[name]!,
    ...(old && { SECRET_KEY_OLD: old }),
    ...(fileKeys[name] && { FILE_KEY: fileKeys[name] }),
  };
}

/** The signing key of a process, and the public keys of the others. */
export interface SigningKeys {
  own: string;
  verifying: string;
}

/** The keys of a process of this checkout. Those of a user who runs everything elsewhere are set there. */
export const signingKeysOf = (name: ProcessName, { signing }: Pick<Secrets, 'signing'>): SigningKeys => ({
  own: signing[name]!,
  verifying: verifyingKeysOf(Object.entries(signing).map(([of, key]) => [of, Buffer.from(key, 'base64url')])),
});

export interface Connections {
  nats: { url: string; user?: string; password?: string };
  /** Absent for the gateway, which owns no data. */
  database?: ServiceDatabase;
  storageUrl: string;
  /** The address of this machine on which the process listens. */
  host: string;
  /** Only for services that send mails: the address may hold a password. */
  mailUrl?: string;
  secretKeys: SecretKeys;
  signingKeys: SigningKeys;
  publicUrl: string;
  compileCache: string;
}

/**
 * The environment of a service: what it needs and no more of the caller's, so that the administrator's `DATABASE_URL`
 * does not reach it. The caller's `CONTENT_DATABASE_POOL` is the `DATABASE_POOL` of content alone.
 */
export function serviceEnvironment(
  name: ProcessName,
  port: number,
  connections: Connections,
  caller: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const { nats, database, storageUrl, host, mailUrl, secretKeys, signingKeys, publicUrl, compileCache } = connections;
  const settings = settingsOf(name);
  const system = Object.entries(caller).filter(([variable]) => SYSTEM.test(variable));
  const passed = Object.entries(environmentOf(name, caller)).filter(([setting]) => settings.includes(setting));
  return {
    ...Object.fromEntries([...system, ...passed]),
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: compileCache,
    PORT: String(port),
    HOST: host,
    ...(database && { DATABASE_URL: database.databaseUrl, MIGRATION_DATABASE_URL: database.migrationDatabaseUrl }),
    NATS_URL: nats.url,
    ...(nats.user && { NATS_USER: nats.user, NATS_PASSWORD: nats.password }),
    STORAGE_URL: storageUrl,
    ...(mailUrl && { MAIL_URL: mailUrl }),
    ...secretKeys,
    SIGNING_KEY: signingKeys.own,
    VERIFYING_KEYS: signingKeys.verifying,
    PUBLIC_URL: publicUrl,
  };
}

/** How a process reaches a NATS server that exists: a user in its URL serves all processes. */
export function externalNats(url: string): Connections['nats'] {
  const text = url.includes('://') ? url : `nats://${url}`;
  if (!URL.canParse(text)) throw new ConfigError(['NATS_URL must be a URL such as nats://user:password@host:4222']);
  const parsed = new URL(text);
  const { username, password } = parsed;
  parsed.username = '';
  parsed.password = '';
  if (!username) return { url: parsed.href };
  return { url: parsed.href, user: decodeURIComponent(username), password: decodeURIComponent(password) };
}
