import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnswerOf, eventConsumers, type Principal, type RequestOf } from '@bindery/contracts';
import { Nats, RequestSigner, RpcClient, StreamKeeper } from '@bindery/messaging';
import { createLogger } from '@bindery/observability';
import { startService, type Clock, type RunningService } from '@bindery/service';
import type { ProcessName, ServiceName } from '@bindery/launcher';
import { platformDatabase } from './embedded/template-database';
import { testNats, type NatsConnection } from './embedded/test-nats';
import { answerAsOthers, type Fake } from './fakes';
import { definitionOf, migrations } from './platform';
import { testEnvironment } from './test-environment';
import { granted, keyringOf } from './test-trust';

type Env = Record<string, string>;

interface ServiceUnderTestOptions {
  /** Fakes of operations of other services. All others that the service calls answer 500, with their name. */
  fakes?: readonly Fake[];
  settings?: Env;
  clock?: Clock;
}

/**
 * Starts one service in this process, on a migrated schema, with the event streams of a platform and a NATS account of its own.
 * The services that it calls are faked; nothing else of the platform is loaded. A tenth of a platform.
 */
export async function startServiceUnderTest(
  name: ServiceName,
  { fakes = [], settings, clock }: ServiceUnderTestOptions = {},
): Promise<ServiceUnderTest> {
  const surroundings = await Surroundings.create(name, fakes);
  const env = { ...surroundings.env, ...settings };
  const definition = await definitionOf(name);
  const start = () => startService(definition, env, { clock, hasPort: false });
  return new ServiceUnderTest(surroundings, start, await start());
}

/** A service whose tests are its callers. */
export class ServiceUnderTest {
  constructor(
    private readonly surroundings: Surroundings,
    private readonly start: () => Promise<RunningService>,
    private running: RunningService,
  ) {}

  /** As it runs since it was started last: for a look at its parts. */
  get service(): RunningService {
    return this.running;
  }

  /** As the administrator of Postgres. */
  get adminUrl(): string {
    return this.surroundings.adminUrl;
  }

  /** Calls one of its operations as the gateway does for a caller. */
  async call<E>(endpoint: E, request: Partial<RequestOf<E>> & { principal: Principal }): Promise<AnswerOf<E>> {
    return (await this.surroundings.clientOf('gateway')).call(endpoint, request);
  }

  /** Calls one of its operations as another service does for a caller. */
  async callAs<E>(
    service: ServiceName,
    endpoint: E,
    request: Partial<RequestOf<E>> & { principal: Principal },
  ): Promise<AnswerOf<E>> {
    const rpc = await this.surroundings.clientOf(service);
    return rpc.call(endpoint, { ...request, principal: granted(request.principal, service) });
  }

  /** Stops the service as SIGTERM would. */
  stop(): Promise<void> {
    return this.running.close();
  }

  /** Starts the service anew after it was stopped. */
  async restart(): Promise<void> {
    this.running = await this.start();
  }

  async close(): Promise<void> {
    await this.stop();
    await this.surroundings.close();
  }
}

/** The surroundings of a service: its database, NATS with the streams of all services, files, and the fakes of others. */
class Surroundings {
  private readonly clients = new Map<ProcessName, Promise<Nats>>();

  private constructor(
    readonly env: Env,
    readonly adminUrl: string,
    private readonly userOf: (name: ProcessName) => NatsConnection,
    private readonly end: () => Promise<void>,
  ) {}

  static async create(name: ServiceName, fakes: readonly Fake[]): Promise<Surroundings> {
    const [database, nats, folder] = await Promise.all([
      platformDatabase(migrations),
      testNats(),
      mkdtemp(join(tmpdir(), 'bindery-files-')),
    ]);
    const admin = await connectAs('admin', nats.admin);
    const streams = new StreamKeeper(admin, eventConsumers, 1, silent);
    streams.start();
    const others = await answerAsOthers(name, admin, fakes);
    const end = async () => {
      await Promise.all([streams.stop(), others.close()]);
      await admin.close();
      await nats.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    };
    const env = {
      ...testEnvironment(name, nats, folder),
      DATABASE_URL: database.of(name).databaseUrl,
      DATABASE_POOL: '4',
    };
    return new Surroundings(env, database.adminUrl, nats.user, end);
  }

  async clientOf(name: ProcessName): Promise<RpcClient> {
    let connection = this.clients.get(name);
    if (!connection) this.clients.set(name, (connection = connectAs(name, this.userOf(name))));
    return new RpcClient(await connection, new RequestSigner(keyringOf(name)));
  }

  async close(): Promise<void> {
    for (const connection of this.clients.values()) await (await connection).close();
    await this.end();
  }
}

const silent = createLogger('test', 'silent');

const connectAs = (name: string, { servers, user, pass }: NatsConnection): Promise<Nats> =>
  Nats.connect(name, { NATS_URL: servers, NATS_USER: user, NATS_PASSWORD: pass }, silent);
