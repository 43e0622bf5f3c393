import { address, integer, oneOf, secret, secrets, share, text, type ConfigOf } from './read-config';

/** What every process of the platform needs. */
export const processSettings = {
  PORT: integer('the port of its HTTP server: health and metrics, or the API for the gateway'),
  NATS_URL: text('the address of the NATS server, such as nats://127.0.0.1:4222, or tls://nats:4222 for TLS'),
  NATS_CA: text(
    "a PEM file with the authority that the NATS server's certificate is from; else one that Node trusts",
    '',
  ),
  NATS_USER: text("the service's own NATS user", ''),
  NATS_PASSWORD: text("the NATS user's password", ''),
  PUBLIC_URL: address('the address under which clients reach the platform, such as https://docs.example.com'),
  SECRET_KEY: secret('a random key of 32 bytes in base64url, the same for all services'),
  SECRET_KEY_OLD: secrets('keys that what is encrypted or signed may still have, with commas between'),
  STORAGE_URL: text('where files are kept: file:///folder or s3://bucket/prefix?endpoint=...'),
  LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error', 'silent'], 'the lowest level that is logged', 'info'),
  OTEL_EXPORTER_OTLP_ENDPOINT: address(
    'the collector that spans go to by OTLP over HTTP, such as http://127.0.0.1:4318; without it nothing is traced',
    '',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: text('headers for the collector: name=value, with commas between', ''),
  OTEL_TRACES_SAMPLER_ARG: share('the share of traces that are kept, from 0 to 1', 0.1),
};

/** What every service that owns data needs besides. */
export const serviceSettings = {
  ...processSettings,
  DATABASE_URL: text("the service's Postgres address, with its application role"),
  MIGRATION_DATABASE_URL: text(
    "the service's Postgres address with its owner role; without it nothing is migrated",
    '',
  ),
  DATABASE_POOL: integer('the most Postgres connections of this process', 8),
  STREAM_REPLICAS: integer('how many servers of a NATS cluster keep each event: 1, or 3 in a cluster', 1),
  RPC_CONCURRENCY: integer('the most requests this process works on at once', 64),
};

export type ProcessConfig = ConfigOf<typeof processSettings>;
export type ServiceConfig = ConfigOf<typeof serviceSettings>;

/** The installation's keys: the first one seals and signs, all of them open and verify. */
export const secretKeysOf = ({
  SECRET_KEY,
  SECRET_KEY_OLD,
}: Pick<ProcessConfig, 'SECRET_KEY' | 'SECRET_KEY_OLD'>): readonly Buffer[] => [SECRET_KEY, ...SECRET_KEY_OLD];
