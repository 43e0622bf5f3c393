import {
  type ConfigOf,
  endpointSettings,
  integer,
  listenAddress,
  namedSecrets,
  oneOf,
  optionalSecret,
  origins,
  processSettings,
  proxies,
  secrets,
} from '@bindery/config';

export const gatewaySettings = {
  ...processSettings,
  FILE_KEYS: namedSecrets(
    'the keys that sign URLs of files: <service>=<its FILE_KEY> with commas between them, including older keys',
  ),
  SECRET_KEY: optionalSecret(
    'the key of an installation from before, in which all services have the same key; else use FILE_KEYS',
  ),
  SECRET_KEY_OLD: secrets('keys that older URLs of files were signed with, with commas between them'),
  TRUST_PROXY: proxies(
    'the proxies in front whose X-Forwarded-For and X-Forwarded-Proto the gateway trusts: their number, or their addresses and networks with commas between them',
  ),
  CORS_ORIGINS: origins(
    'the web origins that may call the API from a browser, with commas between them, or * for all',
    ['*'],
  ),
  ...endpointSettings,
  HOME_SITES: oneOf(
    ['on', 'off'],
    "whether the home page at the platform's own address names the published sites that everybody may read",
    'on',
  ),
  TRUST_TRACEPARENT: oneOf(
    ['off', 'link', 'parent'],
    'how the gateway treats the traceparent of a request from outside: it ignores it, links to it, or continues its trace',
    'off',
  ),
  // The same number as one replica of a service runs at once: further requests wait here, or are rejected at a lower cost than there.
  REQUEST_CONCURRENCY: integer(
    'the maximum number of operations that one gateway works on at the same time; as many wait, or eight times as many if all arrive at once, and the others fail with 503 immediately',
    64,
    1,
  ),
  STREAM_REPLICAS: integer('how many servers of a NATS cluster keep each event: 1, or 3 in a cluster', 1, 1, 5),
  METRICS_ADDRESS: listenAddress(
    'the address at which the gateway serves metrics for Prometheus, apart from the API, such as 127.0.0.1:9090, or :9090 for all addresses; services serve theirs at the port of their health, and here where they run in the process of the gateway',
  ),
  RATE_LIMIT: oneOf(['on', 'off'], 'whether rate limits are applied', 'on'),
};

export type GatewayConfig = ConfigOf<typeof gatewaySettings>;

/** The injection token of the gateway's settings. */
export const GATEWAY_CONFIG = Symbol('gateway config');
