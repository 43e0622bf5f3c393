import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { connect, createInbox, type NatsConnection } from 'nats';
import { allEndpoints, serviceOf } from '@bindery/contracts';
import { signEvent, signRequest } from '@bindery/messaging';
import { until } from '@bindery/testing';
import { Cluster } from '../faults/cluster';
import { hostileMessages, patience, subjects, type HostileMessage, type Sign } from './malformed-requests';
import { RawNats, unreadableHeaders } from './raw-nats';

const long = process.env.BINDERY_TEST === 'long';
const seed = Number(process.env.BINDERY_SEED ?? 1);
const requests = Number(process.env.BINDERY_FUZZ ?? (long ? 10_000 : 400));

jest.setTimeout(1_800_000);

let cluster: Cluster;
let admin: NatsConnection;
let pids: number[];

beforeAll(async () => {
  cluster = await Cluster.start();
  await cluster.healed();
  admin = await connect({ ...cluster.natsLogin, inboxPrefix: '_INBOX_gateway' });
  pids = cluster.replicas.map(({ pid }) => pid);
});
afterAll(async () => {
  await admin?.close();
  await cluster?.stop();
});
afterEach(async () => {
  // None has ended, none has lost its connection, and each goes on answering.
  expect(cluster.replicas.map(({ pid }) => pid)).toEqual(pids);
  await until(async () => (await Promise.all(cluster.replicas.map((one) => cluster.isReady(one)))).every(Boolean));
});

/** As the gateway. */
const sign: Sign = (subject, json) => signRequest(cluster.keyringOf('gateway'), serviceOf(subject), subject, json);

/** The sum of a process's malformed messages of a kind. */
async function counted(kind: string): Promise<number> {
  const texts = await Promise.all(
    cluster.replicas.map(({ port }) => fetch(`http://127.0.0.1:${port}/metrics`).then((answer) => answer.text())),
  );
  const lines = texts.flatMap((text) => [...text.matchAll(/^bindery_malformed_messages_total\{(.*)\} (\d+)$/gm)]);
  return lines.filter(([, labels]) => labels!.includes(`kind="${kind}"`)).reduce((sum, [, , n]) => sum + Number(n), 0);
}

/** The status of the answer to a hostile request. Throws when nothing comes in time. */
async function statusOf(subject: string, { data, headers }: HostileMessage): Promise<number> {
  const reply = await admin.request(subject, data, { timeout: patience, headers });
  return Number(reply.headers?.get('Bnd-Status') || 200);
}

it(`answers ${requests} malformed requests to all subjects in time, none of them by a failure`, async () => {
  const statuses = new Map<number, number>();
  const failures: string[] = [];
  const each = Math.ceil(requests / subjects.length);
  const sent = subjects.flatMap((subject, at) =>
    fc
      .sample(hostileMessages(subject, sign), { seed: seed + at, numRuns: each })
      .map((message) => ({ ...subject, message })),
  );
  for (let at = 0; at < sent.length; at += 16) {
    await Promise.all(
      sent.slice(at, at + 16).map(async ({ subject, message }) => {
        const status = await statusOf(subject, message).catch((error: Error) => error.message);
        if (typeof status === 'string' || status === 500) failures.push(`${subject} ${message.how}: ${status}`);
        else statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }),
    );
  }
  if (long) console.log(sent.length, Object.fromEntries(statuses));
  expect(failures).toEqual([]);
  expect(sent.length).toBeGreaterThanOrEqual(requests);
  expect(await counted('request')).toBeGreaterThan(requests / 4);
});

it('answers no request elsewhere than in an inbox', async () => {
  const heard: string[] = [];
  for (const subject of ['event.>', 'elsewhere'])
    admin.subscribe(subject, { callback: (_, { subject: at }) => heard.push(at) });
  const before = await counted('request');
  const replies = ['event.content.space.deleted', 'elsewhere', 'event.identity.audit.recorded', '$JS.API.INFO'];
  for (const reply of replies) admin.publish('rpc.content.getSpaceById', '{}', { reply });
  admin.publish('rpc.content.getSpaceById', '{}');
  await until(async () => (await counted('request')) >= before + replies.length + 1);
  await sleep(200);
  expect(heard).toEqual([]);
});

it('goes on receiving after malformed headers', async () => {
  const raw = await RawNats.connect(cluster.natsLogin);
  const refused = async () => {
    const counts = await Promise.all(['request', 'headers', 'signature'].map(counted));
    return counts.reduce((sum, count) => sum + count);
  };
  const before = await refused();
  let sent = 0;
  for (const { subject } of subjects.slice(0, 20))
    for (const headers of unreadableHeaders) {
      raw.publish({ subject, reply: createInbox('_INBOX_gateway'), headers, data: Buffer.from('{}') });
      sent++;
    }
  await until(async () => (await refused()) >= before + sent);
  raw.close();
});

it('puts malformed events aside, and goes on with those that follow', async () => {
  const services = [...new Set(allEndpoints().map(({ service }) => service))];
  const js = admin.jetstream();
  const payloads = ['', 'nonsense', '{}', 'null', '{"id":1,"payload":null}', JSON.stringify({ payload: {} })];
  const before = await counted('event');
  for (const service of services)
    for (const data of payloads) {
      const subject = `event.${service}.audit.recorded`;
      await js.publish(subject, data, { headers: signEvent(cluster.keyringOf(service), subject, data) });
    }
  // The audit log consumes them all.
  await until(async () => (await counted('event')) >= before + services.length * payloads.length);
  const { streams, consumers } = await admin.jetstreamManager();
  for await (const { config } of streams.list())
    await until(async () => {
      const pending: number[] = [];
      for await (const { num_ack_pending } of consumers.list(config.name)) pending.push(num_ack_pending);
      return pending.every((count) => count === 0);
    });
});
