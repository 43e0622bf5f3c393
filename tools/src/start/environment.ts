import type { ServiceDatabase } from '../embedded/provision';
import type { Secrets } from '../embedded/secrets';
import type { ProcessName } from '../services';

/** What the operating system and its user give every program. */
const SYSTEM =
  /^(PATH|HOME|USER|TMPDIR|TMP|TEMP|TZ|LANG|LC_.*|SYSTEMROOT|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|(HTTPS?|NO|ALL)_PROXY|AWS_.*)$/i;

/** Settings of the platform that its user may give to every process. */
const forAll = [
  'NATS_CA',
  'LOG_LEVEL',
  'DATABASE_POOL',
  'STREAM_REPLICAS',
  'RPC_CONCURRENCY',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_TRACES_SAMPLER_ARG',
];

/** And those that some processes read alone: what is a secret or an address of one is not told to the others. */
const forSome: Partial<Record<ProcessName, readonly string[]>> = {
  gateway: [
    'TRUST_PROXY',
    'TRUST_TRACEPARENT',
    'CORS_ORIGINS',
    'RATE_LIMIT',
    'REQUEST_CONCURRENCY',
    'INTEGRATIONS_URL',
  ],
  identity: [
    'SIGN_UP',
    'SIGN_IN_DAYS',
    'SAML_SIGN_IN_HOURS',
    'SIGN_IN_PER_EMAIL',
    'SIGN_IN_PER_ADDRESS',
    'MAIL_FROM',
    'RATE_LIMIT',
    'RATE_LIMIT_TOKEN',
    'RATE_LIMIT_ADDRESS',
    'RATE_LIMIT_SEARCH',
    'RATE_LIMIT_JOIN',
    'RATE_LIMIT_INVITES',
    'ORGANIZATION_CREATION',
    'EMAIL_DOMAIN_VERIFICATION',
    'ORGANIZATION_PLAN',
    'ORGANIZATION_TRIAL',
    'ORGANIZATION_BILLING',
    'ORGANIZATION_BLOCKED',
  ],
  content: ['OUTBOUND_ALLOW', 'OPENAPI_REFETCH_MINUTES', 'OPENAPI_VERSIONS'],
  'change-requests': ['MAIL_FROM'],
  sites: ['SITE_TYPE', 'SITE_FEATURES', 'SITE_ADS', 'INSIGHTS_DAYS'],
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

/** `SECRET_KEY`, and with commas between `SECRET_KEY_OLD`. */
export interface SecretKeys {
  current: string;
  old: string;
}

/** The caller's keys, or else those of the checkout. */
export const secretKeysOf = (caller: NodeJS.ProcessEnv, secrets: Pick<Secrets, 'secretKey' | 'oldSecretKeys'>) =>
  caller.SECRET_KEY
    ? { current: caller.SECRET_KEY, old: caller.SECRET_KEY_OLD ?? '' }
    : { current: secrets.secretKey, old: secrets.oldSecretKeys.join(',') };

export interface Connections {
  nats: { url: string; user?: string; password?: string };
  /** Absent for the gateway, which owns no data. */
  database?: ServiceDatabase;
  storageUrl: string;
  /** Only for services that send mails: the address may hold a password. */
  mailUrl?: string;
  secretKeys: SecretKeys;
  publicUrl: string;
  compileCache: string;
}

/**
 * The environment of a service: what it needs and no more of the caller's, so that the administrator's `DATABASE_URL`
 * does not reach it.
 */
export function serviceEnvironment(
  name: ProcessName,
  port: number,
  connections: Connections,
  caller: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const { nats, database, storageUrl, mailUrl, secretKeys, publicUrl, compileCache } = connections;
  const settings = settingsOf(name);
  const passed = Object.entries(caller).filter(([setting]) => SYSTEM.test(setting) || settings.includes(setting));
  return {
    ...Object.fromEntries(passed),
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: compileCache,
    PORT: String(port),
    ...(database && { DATABASE_URL: database.databaseUrl, MIGRATION_DATABASE_URL: database.migrationDatabaseUrl }),
    NATS_URL: nats.url,
    ...(nats.user && { NATS_USER: nats.user, NATS_PASSWORD: nats.password }),
    STORAGE_URL: storageUrl,
    ...(mailUrl && { MAIL_URL: mailUrl }),
    SECRET_KEY: secretKeys.current,
    ...(secretKeys.old && { SECRET_KEY_OLD: secretKeys.old }),
    PUBLIC_URL: publicUrl,
  };
}

/** How a process reaches a NATS server that exists: a user in its URL serves all processes. */
export function externalNats(url: string): Connections['nats'] {
  const parsed = new URL(url.includes('://') ? url : `nats://${url}`);
  const { username, password } = parsed;
  parsed.username = '';
  parsed.password = '';
  if (!username) return { url: parsed.href };
  return { url: parsed.href, user: decodeURIComponent(username), password: decodeURIComponent(password) };
}
