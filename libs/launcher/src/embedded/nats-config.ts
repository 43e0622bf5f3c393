import type { NatsPermissions } from './nats-permissions';

export interface NatsUser {
  user: string;
  password: string;
  /** Everything in its account when absent. */
  permissions?: NatsPermissions;
}

export interface NatsConfig {
  port: number;
  pidFile: string;
  /** Where JetStream keeps its streams. */
  storeFolder: string;
  /** Users by account. An account has subjects and streams of its own that no other account sees. */
  accounts: Record<string, NatsUser[]>;
}

/** The largest message: a reply over it would be dropped by the server of the answer. */
export const MAX_PAYLOAD = 8 * 1024 * 1024;

/**
 * The largest sum of the limits of all streams. By default it is three quarters of the free disk, which streams that
 * each may grow to a gigabyte exceed on a small machine although they stay small.
 */
const MAX_STORE = 1024 ** 4;

/** The text of a `nats-server` configuration file. A connection needs the password of a user in it. */
export function natsConfig({ port, pidFile, storeFolder, accounts }: NatsConfig): string {
  return [
    'server_name: bindery',
    'host: "127.0.0.1"',
    `port: ${port}`,
    `max_payload: ${MAX_PAYLOAD}`,
    `max_pending: ${8 * MAX_PAYLOAD}`,
    `pid_file: ${JSON.stringify(posix(pidFile))}`,
    `jetstream { store_dir: ${JSON.stringify(posix(storeFolder))}, max_file_store: ${MAX_STORE} }`,
    'accounts {',
    ...Object.entries(accounts).flatMap(([name, users]) => [
      `  ${name} {`,
      '    jetstream: enabled',
      '    users: [',
      ...users.map((user) => `      ${userEntry(user)}`),
      '    ]',
      '  }',
    ]),
    '}',
    '',
  ].join('\n');
}

export function userEntry({ user, password, permissions }: NatsUser): string {
  const fields = [`user: ${JSON.stringify(user)}`, `password: ${JSON.stringify(password)}`];
  if (permissions) {
    const { publish, subscribe } = permissions;
    fields.push(
      `permissions: { publish: { allow: ${JSON.stringify(publish)} }, subscribe: { allow: ${JSON.stringify(subscribe)} } }`,
    );
  }
  return `{ ${fields.join(', ')} }`;
}

function posix(path: string): string {
  return path.replaceAll('\\', '/');
}
