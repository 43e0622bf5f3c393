import { connect, createInbox, type NatsConnection } from 'nats';
import {
  allBatches,
  allEndpoints,
  allInternal,
  audienceOf,
  eventConsumers,
  serviceOf,
  usedSubjects,
  type Principal,
  type ProcessName,
  type ServiceName,
} from '@bindery/contracts';
import { RequestSigner, signRequest, type Envelope, type Keyring } from '@bindery/messaging';
import { PROCESSES, SERVICES } from '@bindery/launcher';
import { keyringOf, until } from '@bindery/testing';
import { Cluster } from '../faults/cluster';

jest.setTimeout(600_000);

const operations = [
  ...new Set([...allEndpoints(), ...allInternal(), ...allBatches()].map(({ subject }) => subject)),
].sort();
/** In the short form handlers of every fifteenth operation are called, others with each seed; the server is tested with all. */
const long = process.env.BINDERY_TEST === 'long';
const seed = Number(process.env.BINDERY_SEED ?? 1);
/** Operations that answer with a credential are called in both forms. */
const issuing = new Set(
  [...allEndpoints(), ...allInternal()].filter((one) => 'secret' in one && one.secret).map(({ subject }) => subject),
);
const asked = operations.filter((subject, index) => long || index % 15 === seed % 15 || issuing.has(subject));
const streams = SERVICES.map((service) => [service, `EVENTS_${service.replaceAll('-', '_').toUpperCase()}`] as const);

let cluster: Cluster;
const connections = new Map<ProcessName | 'admin', NatsConnection>();
const as = (name: ProcessName | 'admin') => connections.get(name)!;
/** The consumers that the running platform has: whose, of which stream, under which name, and of which events. */
let consumers: { service: ServiceName; producer: ServiceName; stream: string; name: string; subject: string }[];

beforeAll(async () => {
  cluster = await Cluster.start();
  await cluster.healed();
  connections.set('admin', await connect({ ...cluster.natsLogin, inboxPrefix: '_INBOX_gateway' }));
  for (const name of PROCESSES) connections.set(name, await connect(cluster.natsLoginOf(name)));
  consumers = await madeConsumers();
});
afterAll(async () => {
  await Promise.all([...connections.values()].map((connection) => connection.close()));
  await cluster?.stop();
});

async function madeConsumers() {
  const manager = await as('admin').jetstreamManager();
  const found: typeof consumers = [];
  // The gateway makes them, within seconds.
  for (const end = Date.now() + 120_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 500))) {
    found.length = 0;
    for (const [producer, stream] of streams) {
      if (!(await manager.streams.info(stream).catch(() => undefined))) continue;
      for await (const { name, config } of manager.consumers.list(stream)) {
        const service = SERVICES.find((one) => name.startsWith(`${one}_`))!;
        found.push({ service, producer, stream, name, subject: config.filter_subject! });
      }
    }
    if (found.length === eventConsumers.length) return found;
  }
  return found;
}

/** Subjects that no process may publish to: once the server has refused it, it has said what it refuses of all that came before. */
const refusedByAll = 'nothing.is.published.here';

/** Whether the server lets a process publish to these subjects: for each it says so when it does not. */
async function refusedOf(name: ProcessName, subjects: readonly string[]): Promise<string[]> {
  const connection = as(name);
  const refused = new Set<string>();
  const watch = (async () => {
    for await (const { permissionContext } of connection.status() as AsyncIterable<{
      permissionContext?: { operation: string; subject: string };
    }>) {
      if (permissionContext?.operation === 'publish') refused.add(permissionContext.subject);
    }
  })();
  void watch;
  for (const subject of [...subjects, refusedByAll])
    connection.publish(subject, 'x', { reply: createInbox(`_INBOX_${snake(name)}`) });
  await until(() => refused.has(refusedByAll));
  return subjects.filter((subject) => refused.has(subject));
}

const snake = (name: string): string => name.replaceAll('-', '_');
const allowedOf = async (name: ProcessName, subjects: readonly string[]): Promise<string[]> => {
  const refused = new Set(await refusedOf(name, subjects));
  return subjects.filter((subject) => !refused.has(subject));
};

describe.each(PROCESSES)('with the credentials of %s', (name) => {
  it('the server lets operations through that the contracts declare, and no other', async () => {
    expect(await allowedOf(name, operations)).toEqual(usedSubjects(name));
  });

  it('nothing is published as another, answered for another, or asked of the server itself', async () => {
    const others = PROCESSES.filter((other) => other !== name);
    const callers = PROCESSES.filter((other) => usedSubjects(other).some((subject) => serviceOf(subject) === name));
    const inboxes = others.map((other) => `_INBOX_${snake(other)}.guessed.1`);
    const allowed = await allowedOf(name, [
      ...others.map((other) => `event.${other}.thing.made`),
      ...inboxes,
      ...[
        '$SYS.REQ.SERVER.PING',
        '$JS.API.INFO',
        '$JS.API.STREAM.NAMES',
        '$JS.API.STREAM.LIST',
        'anything',
        '_INBOX.x',
      ],
    ]);
    expect(allowed).toEqual(inboxes.filter((inbox) => callers.some((caller) => inbox.includes(`_${snake(caller)}.`))));
  });

  it('no stream is deleted, and none but the gateway makes, changes, empties or reads one past its consumers', async () => {
    const verbs = ['CREATE', 'UPDATE', 'INFO', 'DELETE', 'PURGE', 'MSG.GET', 'MSG.DELETE', 'SNAPSHOT', 'RESTORE'];
    const subjects = streams.flatMap(([, stream]) => [
      ...verbs.map((verb) => `$JS.API.STREAM.${verb}.${stream}`),
      `$JS.API.DIRECT.GET.${stream}`,
    ]);
    const own = streams.flatMap(([service, stream]) =>
      (name === 'gateway' ? ['CREATE', 'UPDATE', 'INFO', 'PURGE', 'MSG.GET'] : service === name ? ['INFO'] : []).map(
        (verb) => `$JS.API.STREAM.${verb}.${stream}`,
      ),
    );
    const spy = ['CREATE', 'UPDATE', 'INFO'].map((verb) => `$JS.API.STREAM.${verb}.SPY`);
    expect(await allowedOf(name, [...subjects, ...spy])).toEqual(own);
  });

  it('of consumers only its own are read and acknowledged, none is deleted, and none but the gateway makes and lists them', async () => {
    const subjects = consumers.flatMap(({ service, producer, stream, name: durable, subject: filter }) => {
      const place = `${stream}.${durable}`;
      const own = [
        ...['INFO', 'MSG.NEXT'].map((verb) => `$JS.API.CONSUMER.${verb}.${place}`),
        `$JS.ACK.${place}.1.1.1.1.1`,
      ];
      const no = ['DELETE', 'PAUSE', 'LEADER.STEPDOWN', 'DURABLE.CREATE', 'CREATE'].map((verb) => `${verb}.${place}`);
      const others = [`NAMES.${stream}`, `CREATE.${stream}`, `CREATE.${stream}.spy.event.${producer}.>`];
      // Of those that it consumes, too, it hears the events that are declared, and no others.
      const wider = [`CREATE.${place}.event.${producer}.>`, `CREATE.${place}.event.${producer}.thing.made`];
      return [
        ...own.map((subject) => ({ subject, mine: service === name })),
        { subject: `$JS.API.CONSUMER.CREATE.${place}.${filter}`, mine: name === 'gateway' },
        { subject: `$JS.API.CONSUMER.LIST.${stream}`, mine: name === 'gateway' },
        ...[...no, ...others, ...wider].map((end) => ({ subject: `$JS.API.CONSUMER.${end}`, mine: false })),
      ];
    });
    const allowed = await allowedOf(
      name,
      subjects.map(({ subject }) => subject),
    );
    expect(allowed).toEqual(subjects.filter(({ mine }) => mine).map(({ subject }) => subject));
  });

  it('nothing is heard that is for another', async () => {
    const connection = as(name);
    const others = PROCESSES.filter((other) => other !== name);
    const subjects = [
      ...['>', 'rpc.>', 'event.>', '$JS.>', '_INBOX.>'],
      ...others.flatMap((other) => [`rpc.${other}.>`, `_INBOX_${snake(other)}.>`, `event.${other}.>`]),
    ];
    for (const subject of subjects) {
      const error = new Promise((resolve) =>
        connection.subscribe(subject, { callback: (fault) => resolve(fault?.code) }),
      );
      expect([subject, await error]).toEqual([subject, 'PERMISSIONS_VIOLATION']);
    }
  });
});

describe('configurations, which name what no permission sees', () => {
  const spies = (own: string): object[] => [
    { name: own, subjects: ['rpc.>'] },
    { name: own, subjects: ['event.>'] },
    { name: own, sources: streams.map(([, stream]) => ({ name: stream })) },
    { name: own, mirror: { name: 'EVENTS_IDENTITY' } },
    { name: own, subjects: [`event.${own}.>`], republish: { src: '>', dest: 'rpc.identity.>' } },
  ];

  it.each(SERVICES)('of %s are taken by no server', async (name) => {
    const [, own] = streams.find(([service]) => service === name)!;
    const before = await configurations();
    const told: [subject: string, config: object][] = [own, 'SPY'].flatMap((stream) =>
      ['CREATE', 'UPDATE'].flatMap((verb) =>
        spies(stream).map((config): [string, object] => [`$JS.API.STREAM.${verb}.${stream}`, config]),
      ),
    );
    const consumed = consumers.filter(({ service, stream }) => service === name || stream === own);
    for (const { stream, name: durable, subject } of consumed)
      for (const deliver_subject of [
        'event.identity.user.deleted',
        'rpc.identity.getAuthenticatedUser',
        '_INBOX_gateway.x',
      ])
        for (const place of [
          `CREATE.${stream}.${durable}.${subject}`,
          `DURABLE.CREATE.${stream}.${durable}`,
          `CREATE.${stream}`,
        ])
          told.push([
            `$JS.API.CONSUMER.${place}`,
            { stream_name: stream, config: { durable_name: durable, deliver_subject, filter_subject: subject } },
          ]);
    const connection = as(name);
    for (const [subject, config] of told)
      connection.publish(subject, JSON.stringify(config), { reply: createInbox(`_INBOX_${snake(name)}`) });
    await connection.flush();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await configurations()).toEqual(before);
  });

  /** Of all streams and consumers that there are. */
  async function configurations(): Promise<object[]> {
    const manager = await as('admin').jetstreamManager();
    const found: object[] = [];
    for await (const { config } of manager.streams.list()) {
      found.push(config);
      for await (const consumer of manager.consumers.list(config.name)) found.push(consumer.config);
    }
    return found;
  }

  it('are made anew by the gateway when streams and consumers are gone', async () => {
    const manager = await as('admin').jetstreamManager();
    const { stream, name } = consumers[0]!;
    await manager.consumers.delete(stream, name);
    for (const [, one] of streams.slice(1)) await manager.streams.delete(one);
    const byName = (all: typeof consumers) => all.map((one) => `${one.stream} ${one.name} ${one.subject}`).sort();
    expect(byName(await madeConsumers())).toEqual(byName(consumers));
  });
});

describe('every handler', () => {
  const alice: Principal = {
    kind: 'user',
    user: 'alice',
    token: 'token',
    organizations: { organization: { role: 'admin', teams: {} } },
  };
  const envelope = (subject: string, more: Partial<Envelope> = {}): Envelope => {
    const endpoint = [...allEndpoints(), ...allInternal()].find((one) => one.subject === subject);
    const names = [...(endpoint?.path ?? '').matchAll(/:(\w+)/g)].map(([, param]) => [param!, 'unknown']);
    const params = Object.fromEntries(names) as Record<string, string>;
    return { requestId: 'r', deadline: Date.now() + 8_000, hops: 1, principal: alice, params, ...more };
  };
  /** Past the checks that a sender makes of itself. */
  const signed = (keyring: Keyring, subject: string, one: Envelope) =>
    signRequest(keyring, serviceOf(subject), subject, JSON.stringify(one));
  const statusOf = async (subject: string, data: Uint8Array): Promise<[string, string]> => {
    const reply = await as('admin').request(subject, data, { timeout: 9_000 });
    return [reply.headers?.get('Bnd-Status') ?? '', reply.string()];
  };
  const expectRefused = async (how: (subject: string) => Uint8Array | undefined) => {
    const outcomes = await atOnce(async (subject) => {
      const data = how(subject);
      if (!data) return undefined;
      const [status, text] = await statusOf(subject, data);
      return [subject, status, text.includes('not trusted')];
    });
    expect(outcomes.length).toBeGreaterThan(10);
    expect(outcomes.filter(([, status, isTrust]) => status !== '403' || !isTrust)).toEqual([]);
  };
  /** Sixteen at a time. */
  async function atOnce<T>(ask: (subject: string) => Promise<T | undefined>): Promise<T[]> {
    const answers: T[] = [];
    for (let at = 0; at < asked.length; at += 16)
      for (const answer of await Promise.all(asked.slice(at, at + 16).map(ask)))
        if (answer !== undefined) answers.push(answer);
    return answers;
  }
  const own = (name: ProcessName) => cluster.keyringOf(name);

  it('refuses what is not signed', () => expectRefused((subject) => Buffer.from(JSON.stringify(envelope(subject)))));

  it('refuses what is signed with keys of another platform', () =>
    expectRefused((subject) => signed(keyringOf('gateway'), subject, envelope(subject))));

  it('refuses the request of one operation at another', () =>
    expectRefused((subject) => {
      const other = operations.find((one) => one !== subject && serviceOf(one) === serviceOf(subject))!;
      return signed(own('gateway'), other, envelope(subject));
    }));

  it('refuses a request that was received before, or is for a time far away', async () => {
    const used = new Set(usedSubjects('gateway'));
    const told = await atOnce(async (subject) => {
      if (!used.has(subject)) return undefined;
      const data = signed(own('gateway'), subject, envelope(subject, { hops: 3, params: {} }));
      const [, first] = await statusOf(subject, data);
      const again: string[] = [];
      // As often as there are processes that answer it: then one of them has received it before.
      for (const _ of cluster.of(serviceOf(subject))) again.push((await statusOf(subject, data))[1]);
      return [subject, first.includes('not trusted'), again.some((text) => text.includes('received before'))];
    });
    expect(told).toEqual(asked.filter((subject) => used.has(subject)).map((subject) => [subject, false, true]));
    await expectRefused((subject) =>
      signed(own('gateway'), subject, envelope(subject, { deadline: Date.now() + 3_600_000 })),
    );
  });

  it.each(SERVICES)('refuses a principal that %s makes up, on its own or for a caller', async (name) => {
    const uses = new Set(usedSubjects(name));
    await expectRefused((subject) => signed(own(name), subject, envelope(subject)));
    await expectRefused((subject) =>
      uses.has(subject)
        ? undefined
        : signed(own(name), subject, envelope(subject, { principal: { ...alice, service: name } })),
    );
  });

  it.each(SERVICES)('refuses a principal that %s was given for another one', async (name) => {
    const given = SERVICES.find((service) => audienceOf(service).length > 0 && !audienceOf(service).includes(name));
    // A principal that any service may get for all others needs no check.
    if (!given) return;
    const subject = usedSubjects('gateway').find((one) => serviceOf(one) === given)!;
    const sent = JSON.parse(new RequestSigner(own('gateway')).sign(subject, envelope(subject)).toString()) as Envelope;
    await expectRefused((one) => signed(own(name), one, envelope(one, { grant: sent.grant })));
  });

  it('refuses a principal that was changed, or whose time is over', async () => {
    const signer = new RequestSigner(own('gateway'));
    const { grant = '' } = JSON.parse(
      signer.sign('rpc.content.getSpaceById', envelope('rpc.content.getSpaceById')).toString(),
    ) as Envelope;
    const bob = { ...alice, user: 'bob' };
    await expectRefused((subject) => signed(own('content'), subject, envelope(subject, { principal: bob, grant })));
    const [until, ...rest] = grant.split('.');
    const past = [String(Number(until) - 600_000), ...rest].join('.');
    await expectRefused((subject) => signed(own('content'), subject, envelope(subject, { grant: past })));
  });
});
