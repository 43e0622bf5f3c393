import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BenchPlatform } from '@bindery/bench';
import { natsBinary, Progress, startNats, startPostgres, Supervisor, type EmbeddedServer } from '@bindery/launcher';
import { Statements } from './steps';
import { Tap, type Link, type Observer } from './tap';

const user = 'platform';
const password = 'secret';
const nobody: Observer = { concerns: () => false, passing: () => Promise.resolve() };

/** A platform as `npm start` runs it, with taps between its processes and its servers. */
export class TappedPlatform {
  private observer = nobody;

  private constructor(
    private readonly folder: string,
    private readonly servers: Supervisor[],
    private readonly running: Map<string, EmbeddedServer>,
    private readonly taps: Tap[],
  ) {}

  readonly statements = new Statements();
  platform!: BenchPlatform;

  static async start(): Promise<TappedPlatform> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'bindery-tapped-')));
    // Postgres runs as another user when we are root.
    await chmod(folder, 0o755);
    const tapped = new TappedPlatform(folder, [], new Map(), []);
    try {
      await tapped.bringUp();
      return tapped;
    } catch (error) {
      await tapped.stop();
      throw error;
    }
  }

  /** Has everything that passes seen by the observer, until `work` has ended. */
  async observed<T>(observer: Observer & { end(): void }, work: () => Promise<T>): Promise<T> {
    this.observer = observer;
    try {
      return await work();
    } finally {
      observer.end();
      this.observer = nobody;
    }
  }

  /** The process of a server or a service, to be killed as a machine would kill it. */
  async pidOf(victim: string): Promise<number> {
    const server = this.running.get(victim);
    return server ? server.pid : (await this.platform.processes())[victim as 'content']!;
  }

  async stop(): Promise<void> {
    await (this.platform as BenchPlatform | undefined)?.stop();
    for (const tap of this.taps) tap.close();
    await Promise.all(this.servers.map((server) => server.stop()));
    await rm(this.folder, { recursive: true, force: true });
  }

  private async bringUp(): Promise<void> {
    const binary = await natsBinary(join(this.folder, 'bin'));
    const accounts = { PLATFORM: [{ user, password }] };
    const file = (name: string) => join(this.folder, name);
    const postgres = await this.serve('postgres', (port) =>
      startPostgres({ dataFolder: file('postgres'), password, logFile: file('postgres.log'), port, durable: true }),
    );
    const nats = await this.serve('nats', (port) =>
      startNats({ binary, folder: file('nats'), logFile: file('nats.log'), port, accounts }),
    );
    this.platform = await BenchPlatform.start(new Progress({ write: () => true }), {
      DATABASE_URL: postgres.href,
      NATS_URL: nats.href,
    });
  }

  /** Starts a server that comes back on the same port when it dies; answers the address at which its tap is reached. */
  private async serve(name: string, start: (port?: number) => Promise<EmbeddedServer>): Promise<URL> {
    const supervisor = new Supervisor(
      name,
      async () => {
        const server = await start(this.running.get(name)?.port);
        this.running.set(name, server);
        return server;
      },
      () => undefined,
    );
    this.servers.push(supervisor);
    await supervisor.start();
    const { url, port } = this.running.get(name)!;
    const tap = await Tap.before(name, port, {
      concerns: (chunk: Buffer, link: Link) => {
        if (name === 'postgres' && link.from === 'client') this.statements.learn(chunk);
        return this.observer.concerns(chunk, link);
      },
      passing: (chunk: Buffer, link: Link) => this.observer.passing(chunk, link),
    });
    this.taps.push(tap);
    const address = new URL(url);
    address.port = String(tap.port);
    if (name === 'nats') Object.assign(address, { username: user, password });
    return address;
  }
}
