/** @isolated for the operations that it declares */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Controller } from '@nestjs/common';
import { contract, get, post, principalsByToken, Text, type RequestOf } from '@bindery/contracts';
import type { RunningGateway } from '@bindery/gateway';
import { HandlesBatch, Handles, type BatchRequest } from '@bindery/messaging';
import { until } from '@bindery/testing';
import { KnownUsers, tokens } from '../messaging/known-users';
import { workbench, type Workbench } from '../messaging/workbench';

const places = 2;
/** How many wait for a place when they come all at once. */
const burst = 16;

class Words {
  @Text({ max: 100 }) text!: string;
}
const test = contract('content', 'Test', {
  echo: post('/test/echo', { summary: '', body: Words, returns: Words }),
  hold: get('/test/hold', { summary: '', returns: Words }),
});

const held: (() => void)[] = [];

@Controller()
class TestController {
  @Handles(test.echo)
  async echo({ body }: RequestOf<typeof test.echo>) {
    return { text: body.text };
  }

  @Handles(test.hold)
  async hold(_request: RequestOf<typeof test.hold>) {
    await new Promise<void>((resolve) => held.push(resolve));
    return { text: 'held' };
  }
}

/** One more than have a place or wait for one. */
const many = Array.from({ length: places + burst + 1 }, (_, index) => `user${index}`);

/** The promise that identity awaits before it returns the principal of a token. */
let identified: Promise<void> | undefined;

@Controller()
class SlowUserLookup extends KnownUsers {
  @HandlesBatch(principalsByToken)
  override async principals(request: BatchRequest) {
    await identified;
    return super.principals(request);
  }
}

let bench: Workbench;
let gateway: RunningGateway;
let base: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  bench = await workbench();
  await bench.start({ name: 'content', controllers: [TestController] });
  await bench.start({ name: 'identity', controllers: [SlowUserLookup] });
  gateway = await bench.gateway({ REQUEST_CONCURRENCY: String(places) });
  base = `http://127.0.0.1:${gateway.port}`;
  for (const name of ['alice', ...many]) tokens.add(name);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const release of held.splice(0)) release();
});
afterAll(() => bench.close());

const headersOf = (name: string) => ({ authorization: `Bearer ${name}`, 'content-type': 'application/json' });
const headers = headersOf('alice');
const echo = (name: string) =>
  fetch(`${base}/v1/test/echo`, { method: 'POST', headers: headersOf(name), body: '{"text":"a"}' });

/** How many requests are in that state, by the gateway's figures. */
async function load(state: 'running' | 'waiting'): Promise<number> {
  const figures = await (await fetch(`http://127.0.0.1:${gateway.metricsPort}/metrics`)).text();
  return Number(
    new RegExp(`^bindery_requests\\{state="${state}",service="gateway"\\} (\\d+)$`, 'm').exec(figures)?.[1],
  );
}

/** Begins a request whose body does not come yet, and waits until the gateway is at it (RFC 9110, section 10.1.1). */
async function withoutBody(): Promise<{ socket: Socket; answer: Promise<string> }> {
  const socket = connect(gateway.port, '127.0.0.1');
  sockets.push(socket);
  socket.write(
    'POST /v1/test/echo HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer alice\r\nConnection: close\r\n' +
      'Expect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n',
  );
  const [interim] = (await once(socket, 'data')) as [Buffer];
  expect(interim.toString()).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  let text = '';
  socket.on('data', (data) => (text += data.toString()));
  return { socket, answer: new Promise((resolve) => socket.once('close', () => resolve(text))) };
}

it('bodies that do not arrive hold no place, and are answered when they do', async () => {
  const slow = [];
  for (let request = 0; request < 3 * places; request++) {
    slow.push(await withoutBody());
    expect((await echo('alice')).status).toBe(200);
  }
  for (const { socket, answer } of slow) {
    socket.write('{"text":"b"}');
    expect(await answer).toMatch(/^HTTP\/1.1 200 [^]*\{"text":"b"\}/);
  }
});

it.each(['GET', 'HEAD'])(
  '%s requests hold a place until their work has ended, whoever waits for it',
  async (method) => {
    const hangUp = new AbortController();
    const hold = () => fetch(`${base}/v1/test/hold`, { method, headers, signal: hangUp.signal }).catch(() => undefined);
    const gone = Array.from({ length: places }, hold);
    await until(() => held.length === places);
    const waiting = Array.from({ length: burst }, () => echo('alice'));
    const refused = () => echo('alice').then(({ status, headers }) => [status, headers.get('retry-after')]);
    await until(async () => (await load('waiting')) === burst);
    expect(await refused()).toEqual([503, '1']);
    hangUp.abort();
    await Promise.all(gone);
    expect(await refused()).toEqual([503, '1']);
    expect(await load('running')).toBe(places);
    for (const release of held.splice(0)) release();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 200));
  },
);

it('a refusal is answered like every failure, and requests that are no operation go on', async () => {
  const all = Array.from({ length: places + burst }, () => fetch(`${base}/v1/test/hold`, { headers }));
  await until(async () => (await load('waiting')) === burst);
  const refused = await fetch(`${base}/v1/test/echo`, { headers: { origin: 'https://docs.example.com' } });
  expect(await refused.json()).toEqual({ error: { code: 503, message: 'The server is busy' } });
  const told = Object.fromEntries(refused.headers);
  expect(told).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
  });
  expect(told['access-control-expose-headers']).toContain('retry-after');
  expect(told['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  const preflight = { 'access-control-request-method': 'POST', origin: 'https://docs.example.com' };
  expect((await fetch(`${base}/v1/test/echo`, { method: 'OPTIONS', headers: preflight })).status).toBe(204);
  expect((await fetch(`${base}/livez`)).status).toBe(200);
  const figures = await (await fetch(`http://127.0.0.1:${gateway.metricsPort}/metrics`)).text();
  expect(figures).toMatch(/^bindery_operation_seconds_count\{.*operation="refused",status="503"\} [1-9]/m);
  const answered = Promise.all(all);
  let isAnswered = false;
  void answered.then(() => (isAnswered = true));
  await until(() => {
    for (const release of held.splice(0)) release();
    return isAnswered;
  });
  expect((await answered).map(({ status }) => status)).toEqual(all.map(() => 200));
});

it('requests count while it is asked whose their token is', async () => {
  let identify!: () => void;
  identified = new Promise((resolve) => (identify = resolve));
  const answers = many.map(echo);
  expect((await Promise.race(answers)).status).toBe(503);
  identify();
  identified = undefined;
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([...many.slice(1).map(() => 200), 503]);
});
