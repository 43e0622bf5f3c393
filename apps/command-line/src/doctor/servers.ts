import { randomUUID } from 'node:crypto';
import { access, constants } from 'node:fs/promises';
import { connect as connectSocket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { eventStream, inboxPrefix } from '@bindery/config';
import { natsServers } from '@bindery/messaging';
import { openStorage } from '@bindery/storage';
import { connect as connectNats, type StreamInfo } from 'nats';
import { Client } from 'pg';
import { type ProcessName, type ServiceName, SERVICES, snakeCase } from '@bindery/launcher';
import { checked, type Finding, PATIENCE } from './finding';

/** Whether a service's role reaches its schema, and whether it is migrated. */
export function checkDatabase(service: ServiceName, url: string): Promise<Finding> {
  const variables = 'DATABASE_URL and the password that the provisioning gave the role';
  return checked(
    `Postgres of ${service}`,
    `check that Postgres runs, and check ${variables}; then migrate`,
    async () => {
      const client = new Client({ connectionString: url, connectionTimeoutMillis: PATIENCE, query_timeout: PATIENCE });
      await client.connect();
      try {
        const { rows } = await client.query<{ applied: number; last: string }>(
          `select count(*)::int as applied, max(name) as last from ${snakeCase(service)}.migration`,
        );
        return `${rows[0]?.applied} migrations`;
      } finally {
        await client.end();
      }
    },
  );
}

/** The time of the Postgres server, in milliseconds. */
export async function databaseTime(url: string): Promise<number> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: PATIENCE, query_timeout: PATIENCE });
  await client.connect();
  try {
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
    return rows[0]!.now.getTime();
  } finally {
    await client.end();
  }
}

export interface NatsLogin {
  url: string;
  /** A PEM file. */
  authority?: string;
  name: ProcessName;
  user?: string;
  password?: string;
  /** How many servers are to store each event, where the environment says so. */
  replicas?: number;
}

/** Whether NATS lets a process in, and has a stream with a leader for the events of each service; a service sees its own alone. */
export function checkNats({ url, authority, name, user, password, replicas }: NatsLogin): Promise<Finding> {
  const remedy =
    'check that nats-server runs with JetStream and the users of docker/nats.conf; the gateway creates the streams';
  return checked('NATS', remedy, async () => {
    const connection = await connectNats({
      ...(await natsServers({ NATS_URL: url, NATS_CA: authority })),
      ...(user && { user, pass: password }),
      inboxPrefix: inboxPrefix(name),
      timeout: PATIENCE,
      reconnect: false,
    });
    try {
      const manager = await connection.jetstreamManager({ timeout: PATIENCE, checkAPI: false });
      const visible = SERVICES.filter((service) => name === 'gateway' || name === service);
      const streams = await Promise.all(visible.map((service) => manager.streams.info(eventStream(service))));
      for (const [problem, affects] of streamProblems(replicas)) {
        const affected = streams.filter(affects).map(({ config }) => config.name);
        if (affected.length > 0) throw new Error(`${affected.join(', ')}: ${problem}`);
      }
      return `${streams.length} streams, ${streams.reduce((sum, { state }) => sum + state.messages, 0)} events`;
    } finally {
      await connection.close();
    }
  });
}

/** A fuller stream soon takes no more events. The gateway makes room long before. */
const nearlyFull = 0.9;

const streamProblems = (replicas: number | undefined): [string, (stream: StreamInfo) => boolean][] => [
  ['no leader', ({ cluster }) => cluster !== undefined && !cluster.leader],
  [
    'full of events that a service does not take; check that all services run',
    ({ config, state }) => config.max_bytes > 0 && state.bytes > nearlyFull * config.max_bytes,
  ],
  [
    `not stored on ${replicas} servers as STREAM_REPLICAS says; see the log of the gateway`,
    ({ config }) => replicas !== undefined && config.num_replicas !== replicas,
  ],
];

/** Whether a file can be written, read and removed. */
export function checkStorage(url: string): Promise<Finding> {
  const remedy = 'check STORAGE_URL, the bucket or folder and, for S3, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
  return checked('Storage of files', remedy, async () => {
    const storage = openStorage(url);
    const key = `doctor/${randomUUID()}`;
    try {
      await storage.put(key, Buffer.from(key), { contentType: 'text/plain' });
      const found = await storage.get(key);
      if (!found || (await buffer(found.stream)).toString() !== key)
        throw new Error('the file that was read differs from the one that was written');
      await storage.delete(key);
      return 'written, read and removed';
    } finally {
      await storage.close();
    }
  });
}

/** Whether mails have somewhere to go: a folder, or a server that greets. */
export function checkMail(url: string): Promise<Finding> {
  const remedy = 'set MAIL_URL to smtp://user:password@host:587, smtps://..., or file:///folder';
  return checked('Mail', remedy, async () => {
    const { protocol, hostname, port } = new URL(url);
    if (protocol === 'file:') {
      await access(fileURLToPath(url), constants.W_OK);
      return 'goes to a folder';
    }
    const secure = protocol === 'smtps:';
    const greeting = await greetingOf(hostname, Number(port) || (secure ? 465 : 587), secure);
    if (!greeting.startsWith('220')) throw new Error(`${hostname} does not answer like a mail server`);
    return `${hostname} accepts mails`;
  });
}

function greetingOf(host: string, port: number, secure: boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = secure ? connectTls({ host, port, servername: host }) : connectSocket({ host, port });
    socket.setTimeout(PATIENCE, () => socket.destroy(new Error(`${host}:${port} does not answer`)));
    socket.once('error', reject);
    socket.once('data', (data) => {
      resolve(data.toString('latin1'));
      socket.end('QUIT\r\n');
    });
  });
}
