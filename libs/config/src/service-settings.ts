import { natsAddresses, postgresAddress } from './connection-settings';
import { verifyingKeys } from './process-keys';
import {
  address,
  headers,
  integer,
  ipAddress,
  oneOf,
  optionalSecret,
  secret,
  secrets,
  share,
  text,
  type ConfigOf,
} from './read-config';

/** The settings of every process of the platform. */
export const processSettings = {
  PORT: integer(
    'the port of the HTTP server of the process: the API in the gateway, health and metrics in services',
    undefined,
    0,
    65_535,
  ),
  HOST: ipAddress('the IP address that the HTTP server listens on; without it, all addresses of the machine'),
  NATS_URL: natsAddresses(
    'the URLs of NATS servers, with commas between them, such as nats://127.0.0.1:4222, or tls://nats:4222 for TLS',
  ),
  NATS_CA: text(
    'a PEM file with the authority of the certificate of a NATS server at tls://; without it, the authorities that Node trusts. The authority of Postgres is part of its URL: ?sslmode=verify-full&sslrootcert=<file>',
    '',
  ),
  NATS_USER: text('the NATS user of the process', ''),
  NATS_PASSWORD: text('the password of the NATS user', ''),
  PUBLIC_URL: address(
    'the URL under which clients reach the platform, such as https://docs.example.com; every link contains it',
  ),
  SIGNING_KEY: secret(
    'a random key of 32 bytes in base64url, which only this process has; it signs the messages of the process to others',
  ),
  SIGNING_KEY_OLD: secrets('further keys of this process that others may still know, with commas between them'),
  VERIFYING_KEYS: verifyingKeys(
    'the public keys of all processes, as `bindery secrets` derives them from every SIGNING_KEY: <process>=<public keys>, with commas between them',
  ),
  UNSIGNED_REQUESTS: oneOf(
    ['refuse', 'accept'],
    'whether requests and events without a signature are refused; accept them only during an upgrade from a version that does not sign',
    'refuse',
  ),
  STORAGE_URL: text(
    'the store of files: file:///folder, or s3://bucket/prefix?endpoint=...&region=...; a folder belongs to the user of the platform or to root, and others may not write to it',
  ),
  LOG_LEVEL: oneOf(
    ['debug', 'info', 'warn', 'error', 'silent'],
    'the lowest level that is logged; debug logs a line for every operation',
    'info',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: address(
    'the OpenTelemetry collector that gets traces by OTLP over HTTP, such as http://127.0.0.1:4318; without it nothing is traced',
    '',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: headers('headers for the collector of traces: name=value, with commas between them'),
  OTEL_TRACES_SAMPLER_ARG: share(
    'the share of traces that are kept, from 0 to 1; all traces cost about a tenth of the throughput',
    0.1,
  ),
};

/** The settings of every service that owns data. */
export const serviceSettings = {
  ...processSettings,
  SECRET_KEY: secret(
    'a random key of 32 bytes in base64url, which only this service has; the service encrypts and signs its secrets with it',
  ),
  SECRET_KEY_OLD: secrets('further keys that still decrypt and verify, with commas between them'),
  FILE_KEY: optionalSecret(
    'a random key of 32 bytes in base64url with which the service signs URLs of files; FILE_KEYS of the gateway has it as well; without it, SECRET_KEY',
  ),
  DATABASE_URL: postgresAddress('the Postgres URL of the service, with its application role'),
  MIGRATION_DATABASE_URL: postgresAddress(
    'the Postgres URL of the service, with its owner role; without it, nothing is migrated',
    '',
  ),
  DATABASE_POOL: integer('the maximum number of connections of the process to Postgres', 8, 1),
  RPC_CONCURRENCY: integer('the maximum number of requests that the process works on at the same time', 64, 1),
};

export type ProcessConfig = ConfigOf<typeof processSettings>;
export type ServiceConfig = ConfigOf<typeof serviceSettings>;

/** The keys of a service: the first one seals and signs, all of them open and verify. */
export const secretKeysOf = ({
  SECRET_KEY,
  SECRET_KEY_OLD,
}: Pick<ServiceConfig, 'SECRET_KEY' | 'SECRET_KEY_OLD'>): readonly Buffer[] => [SECRET_KEY, ...SECRET_KEY_OLD];

/** The key with which a service signs file URLs. Older installations have one key for all services, which the gateway has as well. */
export const fileKeyOf = ({ FILE_KEY, SECRET_KEY }: Pick<ServiceConfig, 'FILE_KEY' | 'SECRET_KEY'>): Buffer =>
  FILE_KEY ?? SECRET_KEY;
