import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import {
  checkout,
  freePorts,
  generateSecrets,
  natsBinary,
  natsPermissions,
  PROCESSES,
  provision,
  SERVICES,
  serviceDatabase,
  serviceEnvironment,
  secretKeysOf,
  signingKeysOf,
  startNats,
  startPostgres,
  startServiceProcess,
  Supervisor,
  withDatabase,
  type EmbeddedServer,
  type NatsPermissions,
  type Paths,
  type ProcessName,
} from '@bindery/launcher';
import { inboxPrefix, processSettings, readConfig } from '@bindery/config';
import { eventConsumers } from '@bindery/contracts';
import { Keyring, Nats, StreamKeeper } from '@bindery/messaging';
import { createLogger } from '@bindery/observability';
import { TcpProxy } from './tcp-proxy';

const DATABASE = 'bindery';

/** One process of the platform. It is started again whenever it ends, as a cluster does. */
interface Replica {
  process: ProcessName;
  port: number;
  pid: number;
  logFile: string;
}

interface ClusterOptions {
  /** How many processes of each, where that is not one. */
  replicas?: Partial<Record<ProcessName, number>>;
  settings?: Record<string, string>;
  /** Checkouts of other versions that processes run; schemas are migrated by this one, before any of them starts. */
  versions?: Partial<Record<ProcessName, Paths>>;
}

/** The platform in processes and on servers of its own, each of which can be stopped, killed and started again. */
export class Cluster {
  readonly replicas: Replica[] = [];
  private readonly supervisors: Supervisor[] = [];
  private postgresServer?: EmbeddedServer;
  private natsServer?: EmbeddedServer;
  private readonly secrets = generateSecrets();
  /** The one key for all services that another version takes. */
  private sharedKey?: string;
  /** Stops making streams, which no process of another version may have made yet. */
  private stopStreams?: () => Promise<void>;

  private constructor(
    private readonly folder: string,
    private readonly ports: { postgres: number; nats: number },
    /** Stands between the services and Postgres. */
    readonly databaseProxy: TcpProxy,
  ) {}

  static async start({ replicas = {}, settings = {}, versions }: ClusterOptions = {}): Promise<Cluster> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'bindery-cluster-')));
    // Postgres runs as another user when we are root.
    await chmod(folder, 0o755);
    for (const name of ['files', 'mail', 'logs']) mkdirSync(join(folder, name));
    const [postgres, nats] = (await freePorts(2)) as [number, number];
    const cluster = new Cluster(folder, { postgres, nats }, await TcpProxy.before(postgres));
    if (versions) cluster.sharedKey = cluster.secrets.secretKeys.identity;
    try {
      await Promise.all([cluster.startPostgres(), cluster.startNats()]);
      await provision(cluster.postgresServer!.url, DATABASE, cluster.secrets.roles);
      if (versions) await cluster.migrate();
      if (versions) await cluster.keepStreams();
      await cluster.startReplicas(replicas, settings, versions);
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  /** Where the first gateway is. */
  get baseUrl(): string {
    return `http://127.0.0.1:${this.of('gateway')[0]!.port}`;
  }

  /** As the administrator, past the proxy. */
  get adminUrl(): string {
    const { postgres } = this.secrets;
    return withDatabase(`postgres://bindery_admin:${postgres}@127.0.0.1:${this.ports.postgres}/postgres`, DATABASE);
  }

  get mailFolder(): string {
    return join(this.folder, 'mail');
  }

  /** A login that sees all subjects and streams. */
  get natsLogin() {
    return { servers: `127.0.0.1:${this.ports.nats}`, user: 'operator', pass: this.secrets.postgres };
  }

  /** The login of a process, with the permissions that it has in production. */
  natsLoginOf(name: ProcessName) {
    const { servers } = this.natsLogin;
    return { servers, user: name, pass: this.secrets.nats[name], inboxPrefix: inboxPrefix(name) };
  }

  /** The keys of a process. */
  keyringOf(name: ProcessName): Keyring {
    const { own, verifying } = signingKeysOf(name, this.secrets);
    const { SIGNING_KEY, SIGNING_KEY_OLD, VERIFYING_KEYS, UNSIGNED_REQUESTS } = processSettings;
    const settings = { SIGNING_KEY, SIGNING_KEY_OLD, VERIFYING_KEYS, UNSIGNED_REQUESTS };
    return new Keyring(name, readConfig(settings, { SIGNING_KEY: own, VERIFYING_KEYS: verifying }));
  }

  of(name: ProcessName): Replica[] {
    return this.replicas.filter(({ process }) => process === name);
  }

  async startPostgres(): Promise<void> {
    this.postgresServer = await startPostgres({
      dataFolder: join(this.folder, 'postgres'),
      password: this.secrets.postgres,
      logFile: join(this.folder, 'logs/postgres.log'),
      port: this.ports.postgres,
      durable: true,
    });
  }

  /** Ends Postgres: SIGINT is its fast shutdown, SIGQUIT the immediate one. Answers when it is gone. */
  async endPostgres(signal: NodeJS.Signals): Promise<void> {
    process.kill(this.postgresServer!.pid, signal);
    await this.postgresServer!.exited;
  }

  async startNats(): Promise<void> {
    const users = PROCESSES.map((name) => ({
      user: name,
      password: this.secrets.nats[name]!,
      permissions: this.permissionsOf(name),
    }));
    this.natsServer = await startNats({
      binary: await natsBinary(checkout.programs),
      folder: join(this.folder, 'nats'),
      logFile: join(this.folder, 'logs/nats.log'),
      port: this.ports.nats,
      accounts: { BINDERY: [...users, { user: 'operator', password: this.secrets.postgres }] },
    });
  }

  /** Services of another version may make streams and consumers themselves. */
  private permissionsOf(name: ProcessName): NatsPermissions {
    const { publish, subscribe } = natsPermissions(name);
    return { publish: this.sharedKey ? [...publish, '$JS.API.>', '$JS.ACK.>'] : publish, subscribe };
  }

  /** As a gateway of this version does. */
  private async keepStreams(): Promise<void> {
    const { servers: NATS_URL, user: NATS_USER, pass: NATS_PASSWORD } = this.natsLogin;
    const logger = createLogger('streams', 'silent');
    const nats = await Nats.connect('operator', { NATS_URL, NATS_USER, NATS_PASSWORD }, logger);
    const keeper = new StreamKeeper(nats, eventConsumers, { replicas: 1 }, logger);
    keeper.start();
    this.stopStreams = async () => {
      await keeper.stop();
      await nats.close();
    };
  }

  async endNats(signal: NodeJS.Signals, { wipe = false } = {}): Promise<void> {
    process.kill(this.natsServer!.pid, signal);
    await this.natsServer!.exited;
    if (wipe) await rm(join(this.folder, 'nats/jetstream'), { recursive: true, force: true });
  }

  get natsPid(): number {
    return this.natsServer!.pid;
  }

  /** Ends a process in good order, as SIGTERM does, and answers once another one is ready in its place. */
  async renew(replica: Replica): Promise<void> {
    const { pid } = replica;
    signal(pid, 'SIGTERM');
    while (replica.pid === pid || !(await this.isReady(replica))) await sleep(50);
  }

  async isReady({ port }: Replica): Promise<boolean> {
    return fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
      async (response) => (await response.text(), response.ok),
      () => false,
    );
  }

  /** Waits until every process says that it is ready. */
  async healed(): Promise<void> {
    while (!(await Promise.all(this.replicas.map((replica) => this.isReady(replica)))).every(Boolean)) await sleep(100);
  }

  /** Everything that the processes have logged. */
  async logs(): Promise<string> {
    const texts = this.replicas.map(({ logFile }) => readFile(logFile, 'utf8').catch(() => ''));
    return (await Promise.all(texts)).join('\n');
  }

  async stop(): Promise<void> {
    for (const { pid } of this.replicas) signal(pid, 'SIGCONT');
    await Promise.all(this.supervisors.map((one) => one.stop()));
    await this.stopStreams?.();
    await Promise.all([this.natsServer?.stop(), this.postgresServer?.stop()]);
    await this.databaseProxy.refuse();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async migrate(): Promise<void> {
    const run = promisify(execFile);
    for (const name of SERVICES)
      await run(process.execPath, [checkout.program(name), 'migrate'], { env: this.environment(name, 0, '') });
  }

  private async startReplicas(
    counts: Partial<Record<ProcessName, number>>,
    settings: Record<string, string>,
    versions: Partial<Record<ProcessName, Paths>> = {},
  ): Promise<void> {
    const names = PROCESSES.flatMap((name) => Array.from({ length: counts[name] ?? 1 }, () => name));
    const ports = await freePorts(names.length);
    const publicUrl = `http://127.0.0.1:${ports[0]}`;
    await Promise.all(
      names.map(async (name, index) => {
        const port = ports[index]!;
        const env = { ...this.environment(name, port, publicUrl), ...settings };
        const logFile = join(this.folder, 'logs', `${name}-${port}.log`);
        const replica: Replica = { process: name, port, pid: 0, logFile };
        this.replicas.push(replica);
        const version = versions[name] ?? checkout;
        const program = version.program(name);
        const started = (pid: number) => (replica.pid = pid);
        const supervisor = new Supervisor(
          name,
          (aborted) => startServiceProcess({ name, program, root: version.root, port, env, logFile, started }, aborted),
          () => undefined,
        );
        this.supervisors.push(supervisor);
        await supervisor.start();
      }),
    );
  }

  private environment(name: ProcessName, port: number, publicUrl: string): NodeJS.ProcessEnv {
    const viaProxy = `postgres://bindery_admin@127.0.0.1:${this.databaseProxy.port}/postgres`;
    const service = SERVICES.find((one) => one === name);
    const connections = {
      nats: { url: `nats://127.0.0.1:${this.ports.nats}`, user: name, password: this.secrets.nats[name] },
      database: service && serviceDatabase(viaProxy, DATABASE, service, this.secrets.roles),
      storageUrl: pathToFileURL(join(this.folder, 'files')).href,
      mailUrl: ['identity', 'change-requests'].includes(name) ? pathToFileURL(this.mailFolder).href : undefined,
      signingKeys: signingKeysOf(name, this.secrets),
      secretKeys: this.sharedKey ? { SECRET_KEY: this.sharedKey } : secretKeysOf(name, {}, this.secrets),
      publicUrl,
      host: '127.0.0.1',
      compileCache: checkout.compileCache,
    };
    return {
      ...serviceEnvironment(name, port, connections, { PATH: process.env.PATH }),
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'info',
      // Two of each have to fit into what one Postgres takes.
      DATABASE_POOL: '4',
    };
  }
}

/** Sends a signal to a process, which may be gone. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It is started again already.
  }
}
