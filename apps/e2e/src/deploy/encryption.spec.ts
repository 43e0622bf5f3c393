import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { connect as connectNats, type JetStreamClient, type StreamInfo } from 'nats';
import { Client } from 'pg';
import { parseAllDocuments } from 'yaml';
import { eventStream } from '@bindery/config';
import { ensureStream, Nats, natsServers, StreamKeeper } from '@bindery/messaging';
import { migrate, openDatabase } from '@bindery/persistence';
import { testNats, until } from '@bindery/testing';
import {
  checkout,
  databaseRoles,
  exitOf,
  freePorts,
  natsBinary,
  PROCESSES,
  provision,
  serviceDatabase,
  SERVICES,
  spawnLogged,
  startPostgres,
  stopProcess,
  unprivilegedUser,
  type EmbeddedServer,
} from '@bindery/launcher';
import { serverCertificates, type Certificates } from '@bindery/command-line';
import { silent } from '../messaging/workbench';
import { root } from './rendered';

let folder: string;
/** Files of PEM: what servers here show is from this authority, and nothing from the other. */
let authority: string;
let other: string;
let certificates: Certificates;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-encryption-'));
  // Postgres runs as another user when we are root.
  await chmod(folder, 0o755);
  certificates = await serverCertificates(['localhost']);
  [authority, other] = [join(folder, 'ca.crt'), join(folder, 'other.crt')];
  await writeFile(authority, certificates['ca.crt']);
  await writeFile(other, (await serverCertificates(['localhost']))['ca.crt']);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('NATS as three members of a cluster', () => {
  const members: { port: number; stop(): Promise<unknown> }[] = [];
  const login = (changed: object = {}) => ({
    NATS_URL: members.map(({ port }) => `tls://localhost:${port}`).join(','),
    NATS_CA: authority,
    NATS_USER: 'identity',
    NATS_PASSWORD: 'identity-password',
    ...changed,
  });
  /** Gives up at once where `Nats.connect` would wait for a better server. */
  const connectOnce = async (settings: ReturnType<typeof login>) =>
    connectNats({
      ...(await natsServers(settings)),
      user: settings.NATS_USER,
      pass: settings.NATS_PASSWORD,
      reconnect: false,
    });

  /** The gateway makes streams. */
  const asGateway = async () => {
    const user = { NATS_USER: 'gateway', NATS_PASSWORD: 'gateway-password' };
    const nats = await Nats.connect('gateway', login(user), silent);
    return { nats, manager: await nats.connection.jetstreamManager({ checkAPI: false }) };
  };

  beforeAll(async () => {
    const tls = join(folder, 'nats-tls');
    await mkdir(tls);
    for (const [name, text] of Object.entries(certificates)) await writeFile(join(tls, name), text as string);
    const ports = await freePorts(9);
    const [clients, routes, monitors] = [ports.slice(0, 3), ports.slice(3, 6), ports.slice(6)];
    const passwords = PROCESSES.map((name) => [
      `${name.replaceAll('-', '_').toUpperCase()}_NATS_PASSWORD`,
      `${name}-password`,
    ]);
    for (const [member, port] of clients.entries()) {
      const place = join(folder, `nats-${member}`);
      await mkdir(place);
      const file = join(place, 'nats.conf');
      const given = readFileSync(join(root, 'k8s/base/nats/nats.conf'), 'utf8');
      await writeFile(
        file,
        given
          .replaceAll('/etc/nats-tls', tls)
          // Unknown before 2.10, which tests may run with.
          .replace(/^ *sync_interval: .*$/m, '')
          .replace('"/data"', JSON.stringify(place))
          .replace('port: 4222', `port: ${port}`)
          .replace('port: 6222', `port: ${routes[member]}`)
          .replace('http_port: 8222', `http_port: ${monitors[member]}`),
      );
      const child = spawnLogged({
        command: await natsBinary(checkout.programs),
        args: ['-c', file],
        env: {
          SERVER_NAME: `nats-${member}`,
          SYSTEM_NATS_PASSWORD: 'system-password',
          ROUTE_NATS_PASSWORD: 'route-password',
          ...Object.fromEntries(
            routes.map((route, index) => [`ROUTE_${index}`, `nats://route:route-password@localhost:${route}`]),
          ),
          ...Object.fromEntries(passwords),
        },
        cwd: place,
        logFile: join(place, 'nats.log'),
      });
      const exited = exitOf(child);
      members.push({ port, stop: async () => (await stopProcess(child.pid!), exited) });
    }
    await until(async () => {
      const answers = monitors.map((port) => fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined));
      return (await Promise.all(answers)).every((answer) => answer?.ok);
    });
  });
  afterAll(() => Promise.all(members.map(({ stop }) => stop())));

  it('stores events on as many servers as STREAM_REPLICAS says, also those of streams that exist', async () => {
    const { nats, manager } = await asGateway();
    const infos = () => Promise.all(SERVICES.map((service) => manager.streams.info(eventStream(service))));
    for (const replicas of [1, 3]) {
      const keeper = new StreamKeeper(nats, [], { replicas }, silent);
      keeper.start();
      const isStored = ({ config, cluster }: StreamInfo) =>
        config.num_replicas === replicas &&
        (cluster?.replicas ?? []).filter(({ current }) => current).length === replicas - 1;
      await until(() =>
        infos().then(
          (streams) => streams.every(isStored),
          () => false,
        ),
      );
      await keeper.stop();
    }
    await nats.close();
  });

  it('forms the cluster over TLS, and clients go on when a member ends', async () => {
    const nats = await Nats.connect('identity', login(), silent);
    const memberOf = () => Number(nats.connection.getServer().split(':').at(-1));
    const gateway = await asGateway();
    await until(() => ensureStream(gateway.manager, 'identity', { replicas: 3 }).then(Boolean, () => false));
    await gateway.nats.close();
    const { publish } = bound(nats.connection.jetstream());
    expect((await publish('event.identity.test', 'before')).seq).toBe(1);
    const first = memberOf();
    const [ended] = members.splice(
      members.findIndex(({ port }) => port === first),
      1,
    );
    await ended!.stop();
    await until(() =>
      publish('event.identity.test', 'after').then(
        ({ seq }) => seq > 1,
        () => false,
      ),
    );
    expect(memberOf()).not.toBe(first);
    await nats.close();
  });

  it('refuses unencrypted connections', async () => {
    const port = members.at(-1)!.port;
    const socket = connect(port, 'localhost');
    socket.write('CONNECT {"user":"identity","pass":"identity-password"}\r\nPING\r\n');
    expect(await textOf(socket)).not.toContain('PONG');
  });

  it('is believed only with a certificate of the authority, for the name in the address', async () => {
    await expect(connectOnce(login({ NATS_CA: other }))).rejects.toThrow(/self-signed|issuer|verify/i);
    await expect(connectOnce(login({ NATS_CA: undefined }))).rejects.toThrow(/self-signed|issuer|verify/i);
    const elsewhere = await serverCertificates(['elsewhere']);
    await writeFile(other, elsewhere['ca.crt']);
    const impostor = createServer((socket) => {
      socket.write(`INFO ${JSON.stringify({ max_payload: 1_024, proto: 1, tls_required: true })}\r\n`);
      new TLSSocket(socket, { isServer: true, cert: elsewhere['tls.crt'], key: elsewhere['tls.key'] });
    }).listen(0, 'localhost');
    await once(impostor, 'listening');
    const { port } = impostor.address() as AddressInfo;
    const named = login({ NATS_URL: `tls://localhost:${port}`, NATS_CA: other });
    await expect(connectOnce(named)).rejects.toThrow(/altnames/);
    impostor.close();
    await (await connectOnce(login())).close();
  });

  it('gets no password where TLS is required and not offered', async () => {
    const plain = await testNats();
    const { servers, user, pass } = plain.user('identity');
    const settings = { NATS_URL: `tls://${servers}`, NATS_USER: user, NATS_PASSWORD: pass };
    await expect(connectOnce(login(settings))).rejects.toThrow(/tls/);
    await plain.close();
  });

  it.each([
    [{ NATS_URL: 'nats://localhost:4222' }, /NATS_CA is set, so each URL in NATS_URL must begin with tls:/],
    [{ NATS_URL: 'tls://a:4222,nats://b:4222' }, /NATS_URL has URLs with and without tls:/],
    [{ NATS_CA: '/nowhere/ca.crt' }, /NATS_CA names a file that cannot be read/],
  ])('%j does not start', async (settings, message) => {
    await expect(Nats.connect('identity', login(settings), silent)).rejects.toThrow(message);
  });
});

describe('Postgres', () => {
  const passwords = Object.fromEntries(
    SERVICES.flatMap((service) => {
      const { owner, app } = databaseRoles(service);
      return [owner, app].map((role) => [role, `${role}-password`]);
    }),
  );
  let server: EmbeddedServer;
  let adminUrl: string;
  const encrypted = (url: string, file = authority) => `${url}?sslmode=verify-full&sslrootcert=${file}`;
  const versionOf = async (url: string) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      const { rows } = await client.query('select version from pg_stat_ssl where pid = pg_backend_pid()');
      return (rows as { version: string }[])[0]!.version;
    } finally {
      await client.end();
    }
  };

  beforeAll(async () => {
    const dataFolder = join(folder, 'postgres');
    server = await startPostgres({
      dataFolder,
      password: 'secret',
      logFile: join(folder, 'postgres.log'),
      durable: false,
    });
    adminUrl = server.url.replace('127.0.0.1', 'localhost');
    const runAs = await unprivilegedUser();
    for (const [name, text] of [
      ['server.crt', certificates['tls.crt']],
      ['server.key', certificates['tls.key']],
    ] as const) {
      await writeFile(join(dataFolder, name), text, { mode: 0o600 });
      if (runAs) await chown(join(dataFolder, name), runAs.uid, runAs.gid);
    }
    const rules = join(dataFolder, 'pg_hba.conf');
    const [cluster] = parseAllDocuments(readFileSync(join(root, 'k8s/base/postgres/cluster.yaml'), 'utf8'));
    const { pg_hba: given } = (cluster!.toJS() as { spec: { postgresql: { pg_hba: string[] } } }).spec.postgresql;
    const admin = new Client({ connectionString: adminUrl });
    await admin.connect();
    await admin.query('alter system set ssl = on');
    await writeFile(rules, `${given.join('\n')}\n${await readFile(rules, 'utf8')}`);
    await admin.query('select pg_reload_conf()');
    await admin.end();
    await until(() =>
      versionOf(adminUrl).then(
        () => false,
        () => true,
      ),
    );
  });
  afterAll(() => server.stop());

  it('is provisioned, migrated and used over TLS alone', async () => {
    await expect(versionOf(adminUrl)).rejects.toThrow(/pg_hba.conf rejects connection .* no encryption/);
    await provision(encrypted(adminUrl), 'bindery', passwords);
    const urls = serviceDatabase(encrypted(adminUrl), 'bindery', 'sites', passwords);
    await migrate(urls.migrationDatabaseUrl, 'sites', []);
    const config = { DATABASE_URL: urls.databaseUrl, DATABASE_POOL: 1 };
    const { db, close } = await openDatabase({ service: 'sites', config, entities: [], logger: silent });
    const [session] = await db.query('select version from pg_stat_ssl where pid = pg_backend_pid()');
    expect(session).toEqual({ version: 'TLSv1.3' });
    await close();
  });

  it('is believed only with a certificate of the authority, for the name in the address', async () => {
    await expect(versionOf(encrypted(adminUrl, other))).rejects.toThrow(/self-signed|issuer|verify/i);
    await expect(versionOf(encrypted(server.url))).rejects.toThrow(/altnames/i);
  });
});

const bound = (client: JetStreamClient) => ({
  publish: (subject: string, text: string) => client.publish(subject, text, { timeout: 30_000 }),
});

/** The text on a connection until the other side closes it. */
function textOf(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (data) => (text += data.toString('latin1')));
  return new Promise((resolve) => {
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(text));
  });
}
