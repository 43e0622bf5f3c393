import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  anonymous,
  type AnswerOf,
  type Batch,
  eventConsumers,
  type NewEvent,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { Nats, RequestSigner, RpcClient, signEvent, StreamKeeper } from '@bindery/messaging';
import { createLogger } from '@bindery/observability';
import { uuidv7 } from '@bindery/persistence';
import { startService, type RunningService } from '@bindery/service';
import type { ProcessName, ServiceName } from '@bindery/launcher';
import { platformDatabase } from '../embedded/template-database';
import { testNats, type NatsConnection, type TestNats } from '../embedded/test-nats';
import { type Fake, FakeServices } from '../fakes/fakes';
import { MovableClock } from '../platform/movable-clock';
import { definitionOf, migrations } from '../platform/platform';
import { mailFolderIn, testEnvironment } from '../environment/test-environment';
import { granted, keyringOf } from '../environment/test-trust';

type Env = Record<string, string>;

interface ServiceUnderTestOptions {
  /** Fakes of operations of other services. All others that the service calls answer 500, with their name. */
  fakes?: readonly Fake[];
  settings?: Env;
}

/**
 * Starts one service in this process, on a migrated schema, with the event streams of a platform and a NATS account of its own.
 * The services that it calls are faked; nothing else of the platform is loaded. A tenth of a platform.
 */
export async function startServiceUnderTest(
  name: ServiceName,
  { fakes = [], settings }: ServiceUnderTestOptions = {},
): Promise<ServiceUnderTest> {
  const surroundings = await ServiceEnvironment.create(name, fakes);
  const env = { ...surroundings.settingsOf(name), ...surroundings.database, ...settings };
  const definition = await definitionOf(name, env);
  const clock = new MovableClock();
  const start = () => startService(definition, env, { clock: clock.now, hasPort: false });
  return new ServiceUnderTest(surroundings, clock, start, await start());
}

/** A service whose tests are its callers. */
export class ServiceUnderTest {
  constructor(
    private readonly surroundings: ServiceEnvironment,
    private readonly clock: MovableClock,
    private readonly start: () => Promise<RunningService>,
    private running: RunningService,
  ) {}

  /** As it runs since it was started last: for a look at its parts. */
  get service(): RunningService {
    return this.running;
  }

  get app(): RunningService['app'] {
    return this.running.app;
  }

  /** As the administrator of Postgres. */
  get adminUrl(): string {
    return this.surroundings.adminUrl;
  }

  /** Where mails are written. */
  get mailFolder(): string {
    return mailFolderIn(this.surroundings.folder);
  }

  /** The settings of another process in the same surroundings. */
  settingsOf(name: ProcessName): Env {
    return this.surroundings.settingsOf(name);
  }

  /** Sets its clock ahead of the machine's, by milliseconds. */
  moveClock(ahead: number): void {
    this.clock.ahead = ahead;
  }

  /** Has these fakes answer from now on, and no others. */
  replaceFakes(fakes: readonly Fake[]): void {
    this.surroundings.others.replace(fakes);
  }

  /** Calls one of its operations as the gateway does for a caller. */
  async call<E>(endpoint: E, request: Partial<RequestOf<E>> & { principal: Principal }): Promise<AnswerOf<E>> {
    return (await this.surroundings.clientOf('gateway')).call(endpoint, request);
  }

  /** Asks it for many of its objects as the gateway does for a caller. */
  async ask<T extends object>(batch: Batch<T>, ids: string[], principal: Principal): Promise<Record<string, T>> {
    return (await this.surroundings.clientOf('gateway')).callBatch(batch, ids, principal);
  }

  /** Publishes an event of another service. */
  async publish(
    { kind: { service, type, subject }, ...content }: NewEvent,
    occurredAt = new Date().toISOString(),
  ): Promise<void> {
    const json = JSON.stringify({ id: uuidv7(), type, occurredAt, actor: '', requestId: '', ...content });
    const { connection } = await this.surroundings.connectionOf(service);
    await connection.jetstream().publish(subject, json, { headers: signEvent(keyringOf(service), subject, json) });
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

  /** Asks it for many of its objects as another service does on its own. */
  async askAs<T extends object>(service: ServiceName, batch: Batch<T>, ids: string[]): Promise<Record<string, T>> {
    return (await this.surroundings.clientOf(service)).callBatch(batch, ids, anonymous);
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

/** The environment of a service: its database, NATS with the streams of all services, files, and the fakes of others. */
class ServiceEnvironment {
  private readonly clients = new Map<ProcessName, Promise<Nats>>();

  private constructor(
    readonly database: Env,
    readonly adminUrl: string,
    readonly folder: string,
    readonly others: FakeServices,
    private readonly nats: TestNats,
    private readonly end: () => Promise<void>,
  ) {}

  static async create(name: ServiceName, fakes: readonly Fake[]): Promise<ServiceEnvironment> {
    const [database, nats, folder] = await Promise.all([
      platformDatabase(migrations),
      testNats(),
      mkdtemp(join(tmpdir(), 'bindery-files-')),
    ]);
    const admin = await connectAs('admin', nats.admin);
    const streams = new StreamKeeper(admin, eventConsumers, { replicas: 1 }, silent);
    streams.start();
    const others = new FakeServices(fakes);
    await others.answerFor(name, admin);
    const end = async () => {
      await Promise.all([streams.stop(), others.close()]);
      await admin.close();
      await nats.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    };
    const ofDatabase = { DATABASE_URL: database.of(name).databaseUrl, DATABASE_POOL: '4' };
    return new ServiceEnvironment(ofDatabase, database.adminUrl, folder, others, nats, end);
  }

  settingsOf(name: ProcessName): Env {
    return testEnvironment(name, this.nats, this.folder);
  }

  async clientOf(name: ProcessName): Promise<RpcClient> {
    return new RpcClient(await this.connectionOf(name), new RequestSigner(keyringOf(name)));
  }

  connectionOf(name: ProcessName): Promise<Nats> {
    let connection = this.clients.get(name);
    if (!connection) this.clients.set(name, (connection = connectAs(name, this.nats.user(name))));
    return connection;
  }

  async close(): Promise<void> {
    for (const connection of this.clients.values()) await (await connection).close();
    await this.end();
  }
}

const silent = createLogger('test', 'silent');

const connectAs = (name: string, { servers, user, pass }: NatsConnection): Promise<Nats> =>
  Nats.connect(name, { NATS_URL: servers, NATS_USER: user, NATS_PASSWORD: pass }, silent);
