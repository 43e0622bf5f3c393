import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sharedEnvironment } from '@bindery/config';
import { freePorts, hostInUrl, LOOPBACK, portFrom } from './embedded/free-port';
import { loadSecrets, type Secrets } from './embedded/secrets';
import type { Paths } from './paths';
import { since } from './progress';
import type { Progress } from './progress';
import { PROCESSES, type ProcessName, type ProgramName } from './services';
import { type Nats, type Postgres, prepareNats, preparePostgres, type LauncherContext } from './backing-servers';
import { secretKeysOf, serviceEnvironment, signingKeysOf } from './environment';
import { watchMails } from './mail-watch';
import type { StartOptions } from './options';
import type { RunRecord } from './run-record';
import { startService } from './service-process';
import { Supervisor } from './supervisor';
import { compile, watchSources } from './watch-sources';

/** Where the gateway answers. */
interface Listening {
  port: number;
  host: string;
  /** How this machine reaches it. */
  baseUrl: string;
}

/** The whole platform on this machine: servers first, then services, and the other way round at the end. */
export class Launcher {
  private readonly servers: Supervisor[] = [];
  private readonly services = new Map<ProgramName, Supervisor>();
  private mails?: { close(): void };
  private sources?: { close(): void };
  private stopped?: Promise<void>;

  constructor(
    private readonly paths: Paths,
    private readonly record: RunRecord,
    private readonly progress: Progress,
    private readonly caller: NodeJS.ProcessEnv,
    private readonly options: Pick<StartOptions, 'isSingleProcess' | 'takesOver'>,
  ) {}

  /** Starts everything. Answers the base URL and the environment of the identity service, which seeds. */
  async start(wantedPort: number, host = LOOPBACK): Promise<{ baseUrl: string; identity: NodeJS.ProcessEnv }> {
    for (const folder of [dirname(this.paths.log('any')), this.paths.files, this.paths.mail])
      mkdirSync(folder, { recursive: true, mode: 0o750 });
    if (!this.caller.MAIL_URL) this.mails = watchMails(this.paths.mail, (line) => this.progress.line(line));
    const secrets = await loadSecrets(this.paths.secrets);
    const gatewayPort = await portFrom(wantedPort, host);
    if (gatewayPort !== wantedPort) this.progress.line(`Port ${wantedPort} is taken: using ${gatewayPort}`);

    const begun = performance.now();
    this.progress.step('Starting Postgres and NATS');
    const [postgres, nats] = await this.startServers(secrets);
    this.progress.line(`✓ ${postgres.description}, ${nats.description} (${since(begun)})`);

    const baseUrl = `http://${hostInUrl(host)}:${gatewayPort}`;
    const environments = await this.environments({ port: gatewayPort, host, baseUrl }, secrets, postgres, nats);
    await this.startPrograms(this.options.isSingleProcess ? inOneProcess(environments) : environments);
    this.record.serving(baseUrl);
    return { baseUrl, identity: environments.get('identity')!.env };
  }

  /** Compiles what changes in the sources of a service or of a library, and starts the service again. */
  watch(name: ProcessName): void {
    const { root } = this.paths;
    const report = (line: string) => this.progress.line(line);
    const service = this.services.get(name)!;
    this.sources = watchSources(root, name, async () => {
      if (await compile(root, report)) await service.renew();
    });
    report(`✓ Watching apps/${name} and the libraries`);
  }

  /** Ends the gateway, then the services, then NATS and Postgres. Safe to call at any time and more than once. */
  stop(): Promise<void> {
    this.stopped ??= this.stopAll();
    return this.stopped;
  }

  private get mailUrl(): string {
    return this.caller.MAIL_URL || pathToFileURL(this.paths.mail).href;
  }

  private async stopAll(): Promise<void> {
    this.mails?.close();
    this.sources?.close();
    await this.services.get('gateway')?.stop();
    await Promise.all([...this.services.values()].map((service) => service.stop()));
    // NATS was started beside Postgres but depends on nothing: services are gone, so the order among the two is free.
    await Promise.all(this.servers.map((server) => server.stop()));
    this.record.remove();
  }

  private async startServers(secrets: Secrets): Promise<[Postgres, Nats]> {
    const surroundings: LauncherContext = {
      paths: this.paths,
      secrets,
      takesOver: this.options.takesOver,
      report: (line) => this.progress.line(line),
      supervise: (child) => this.servers.push(child),
    };
    return settled(
      preparePostgres(this.caller.DATABASE_URL, surroundings),
      prepareNats(this.caller.NATS_URL, surroundings),
    );
  }

  private async environments(gateway: Listening, secrets: Secrets, postgres: Postgres, nats: Nats) {
    const ports = this.options.isSingleProcess ? [] : await freePorts(PROCESSES.length);
    return new Map(
      PROCESSES.map((name, index) => {
        const port = name === 'gateway' ? gateway.port : (ports[index] ?? gateway.port);
        const connections = {
          // Health and metrics of services are for this machine alone.
          host: name === 'gateway' || this.options.isSingleProcess ? gateway.host : LOOPBACK,
          nats: nats.loginOf(name),
          database: name === 'gateway' ? undefined : postgres.databaseOf(name),
          storageUrl: this.caller.STORAGE_URL ?? pathToFileURL(this.paths.files).href,
          secretKeys: secretKeysOf(name, this.caller, secrets),
          signingKeys: signingKeysOf(name, secrets),
          mailUrl: sendsMails(name) ? this.mailUrl : undefined,
          publicUrl: this.caller.PUBLIC_URL ?? gateway.baseUrl,
          compileCache: this.paths.compileCache,
        };
        return [name, { port, env: serviceEnvironment(name, port, connections, this.caller) }] as const;
      }),
    );
  }

  private async startPrograms(programs: Programs): Promise<void> {
    const begun = performance.now();
    let ready = 0;
    const show = () => this.progress.step(`Starting services: ${ready} of ${programs.size} ready`);
    show();
    const starting = [...programs].map(async ([name, { port, env }]) => {
      const service = {
        name,
        port,
        env,
        program: this.paths.program(name),
        root: this.paths.root,
        logFile: this.paths.log(name),
        started: (pid: number) => this.record.started(name, pid, port),
      };
      const supervisor = new Supervisor(
        name,
        (signal) => startService(service, signal),
        (line) => this.progress.line(`! ${line}`),
      );
      this.services.set(name, supervisor);
      await supervisor.start();
      ready += 1;
      show();
    });
    await Promise.all(starting);
    this.progress.line(
      `✓ ${this.options.isSingleProcess ? 'All services in one process' : `${programs.size} services`} (${since(begun)})`,
    );
  }
}

type Programs = Map<ProgramName, { port: number; env: NodeJS.ProcessEnv }>;

/** One program with the settings of all, at the port of the gateway. */
function inOneProcess(environments: Programs): Programs {
  const env = sharedEnvironment([...environments].map(([name, { env }]) => [name, env]));
  return new Map([['bindery', { port: environments.get('gateway')!.port, env }]]);
}

/** Both results; when one fails, its error, but only after the other has settled, so that nothing starts behind our back. */
async function settled<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}

const sendsMails = (name: ProcessName): boolean => name === 'identity' || name === 'change-requests';
