import { MAX_PAYLOAD, userEntry, natsPermissions, type ProcessName, PROCESSES } from '@bindery/launcher';
import { natsPasswordVariable } from './variables';

const MEMBERS = [0, 1, 2];

/** The names by which clients and members find members, which the certificate is for. */
export const clusterNames = (namespace: string): string[] => [
  'nats',
  `nats.${namespace}`,
  `nats.${namespace}.svc`,
  ...MEMBERS.map((member) => `nats-${member}.nats-members`),
];

/**
 * The text of the NATS server's configuration where passwords come from its environment: one server for compose, or a
 * member of a cluster of three. Every connection needs a user; only the operator's user may see the system account.
 */
export function natsFile(shape: 'single' | 'cluster'): string {
  const clustered = shape === 'cluster';
  return [
    '# Written by tools/nats-files.mjs from libs/launcher/src/embedded/nats-permissions.ts; a test compares them.',
    `server_name: ${clustered ? '$SERVER_NAME' : 'bindery'}`,
    'port: 4222',
    // Probes of Kubernetes come from outside of the container; a NetworkPolicy keeps all others away.
    clustered ? 'http_port: 8222' : 'http: "127.0.0.1:8222"',
    `max_payload: ${MAX_PAYLOAD}`,
    `max_pending: ${8 * MAX_PAYLOAD}`,
    ...(clustered ? ['lame_duck_duration: 30s', 'lame_duck_grace_period: 5s'] : []),
    'jetstream {',
    '  store_dir: "/data"',
    '  max_file_store: 16GB',
    ...(clustered ? ['  sync_interval: always'] : []),
    '}',
    ...(clustered ? [...tlsBlock(''), ...clusterBlock()] : []),
    'system_account: SYS',
    'accounts {',
    '  SYS { users: [ { user: "system", password: $SYSTEM_NATS_PASSWORD } ] }',
    '  BINDERY {',
    '    jetstream: enabled',
    '    users: [',
    ...PROCESSES.map((name) => `      ${userOf(name)}`),
    '    ]',
    '  }',
    '}',
    '',
  ].join('\n');
}

/** From the Secret `nats-tls`. */
function tlsBlock(indent: string, more: string[] = []): string[] {
  const files = [
    ['cert_file', 'tls.crt'],
    ['key_file', 'tls.key'],
    ['ca_file', 'ca.crt'],
  ];
  const lines = files.map(([setting, file]) => `${setting}: "/etc/nats-tls/${file}"`);
  return ['tls {', ...[...lines, ...more].map((line) => `  ${line}`), '}'].map((line) => `${indent}${line}`);
}

function clusterBlock(): string[] {
  return [
    'cluster {',
    '  name: bindery',
    '  port: 6222',
    '  authorization { user: "route", password: $ROUTE_NATS_PASSWORD }',
    ...tlsBlock('  ', ['verify: true']),
    // A variable stands for a whole value, so each route is one; they hold the password.
    `  routes: [ ${MEMBERS.map((member) => `$ROUTE_${member}`).join(', ')} ]`,
    '}',
  ];
}

/** A variable stands without quotes. */
function userOf(name: ProcessName): string {
  const password = `$${natsPasswordVariable(name)}`;
  return userEntry({ user: name, password, permissions: natsPermissions(name) }).replace(`"${password}"`, password);
}
