import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient, signInLink } from '@bindery/command-line';
import {
  Progress,
  type Developer,
  freePorts,
  ADMINISTRATOR,
  withDatabase,
  loadSecrets,
  checkout,
  Paths,
  type ProcessName,
  DATABASE,
  Launcher,
  type Run,
  RunRecord,
  seed,
} from '@bindery/launcher';

/** The platform as `npm start` runs it, on data of its own that is gone afterwards. */
export class BenchPlatform {
  private constructor(
    private readonly paths: Paths,
    private readonly launcher: Launcher,
    private readonly identity: NodeJS.ProcessEnv,
    readonly developer: Developer,
    /** An administrator's, of the platform's own database. */
    readonly databaseUrl: string,
    /** How long the start took, in milliseconds. */
    readonly startedIn: number,
    /** Where all services in one process serve their metrics. */
    readonly metricsAddress?: string,
  ) {}

  /**
   * On servers of its own, or on those that `DATABASE_URL` and `NATS_URL` of the settings name, which it takes as
   * `npm start` does; all services in one process where this is requested.
   */
  static async start(
    progress: Progress,
    settings: Record<string, string> = {},
    isSingleProcess = false,
  ): Promise<BenchPlatform> {
    const data = await realpath(await mkdtemp(join(tmpdir(), 'bindery-bench-')));
    // Postgres runs as another user when we are root.
    await chmod(data, 0o755);
    const paths = new Paths(checkout.root, data);
    const record = await RunRecord.claim(paths);
    if (!(record instanceof RunRecord)) throw new Error(`Another platform runs in ${data}`);
    const { DATABASE_URL: _, NATS_URL: __, ...environment } = process.env;
    // Without rate limits, as answers are measured and not refusals.
    const caller = { ...environment, LOG_LEVEL: 'warn', RATE_LIMIT: 'off', ...settings };
    // Any ports: two that start at the same time would both find the first one of a row free.
    const [port, metricsPort] = await freePorts(2);
    const metricsAddress = isSingleProcess ? `127.0.0.1:${metricsPort}` : undefined;
    if (metricsAddress) Object.assign(caller, { METRICS_ADDRESS: metricsAddress });
    const launcher = new Launcher(paths, record, progress, caller, { isSingleProcess, takesOver: false });
    try {
      const begun = performance.now();
      const { baseUrl, identity } = await launcher.start(port!);
      const startedIn = performance.now() - begun;
      const developer = await seed(paths, baseUrl, identity);
      const admin = new URL(withDatabase(identity.DATABASE_URL!, DATABASE));
      const external = settings.DATABASE_URL ? new URL(settings.DATABASE_URL) : undefined;
      admin.username = external?.username ?? ADMINISTRATOR;
      admin.password = external?.password ?? (await loadSecrets(paths.secrets)).postgres;
      return new BenchPlatform(paths, launcher, identity, developer, admin.href, startedIn, metricsAddress);
    } catch (error) {
      await launcher.stop();
      await rm(data, { recursive: true, force: true });
      throw error;
    }
  }

  get api(): ApiClient {
    return new ApiClient(this.developer.baseUrl, this.developer.token);
  }

  /** A link that signs a browser in, once. */
  async signInLink(): Promise<string> {
    const { link } = await signInLink(this.api, this.identity);
    if (!link) throw new Error('There is no link to sign in with');
    return link;
  }

  /** The process ids of gateway and services by name. */
  async processes(): Promise<Run['children']> {
    return (JSON.parse(await readFile(this.paths.run, 'utf8')) as Run).children;
  }

  /** The metrics of a service, in Prometheus' text format. */
  async metrics(name: ProcessName): Promise<string> {
    const { ports } = JSON.parse(await readFile(this.paths.run, 'utf8')) as Run;
    const address = this.metricsAddress ?? `127.0.0.1:${ports?.[name]}`;
    const text = await (await fetch(`http://${address}/metrics`)).text();
    const isOwn = (line: string) => line.includes(`service="${name}"`);
    return text.split('\n').filter(isOwn).join('\n');
  }

  /** The log file of the platform's own Postgres. */
  get postgresLog(): string {
    return this.paths.log('postgres');
  }

  /** A path for a file that lives as long as the platform. */
  file(name: string): string {
    return join(this.paths.data, name);
  }

  async stop(): Promise<void> {
    await this.launcher.stop();
    await rm(this.paths.data, { recursive: true, force: true });
  }
}
