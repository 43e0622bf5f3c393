/** @isolated for the operations that it declares */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Controller } from '@nestjs/common';
import { contract, get, post, principalsByToken, Text, type RequestOf } from '@bindery/contracts';
import type { RunningGateway } from '@bindery/gateway';
import { Answers, Handles, type BatchRequest } from '@bindery/messaging';
import { until } from '@bindery/testing';
import { KnownUsers, tokens } from '../messaging/known-users';
import { workbench, type Workbench } from '../messaging/workbench';

const places = 2;

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

/** What identity waits for before it tells whose a token is. */
let identified: Promise<void> | undefined;

@Controller()
class SlowlyKnownUsers extends KnownUsers {
  @Answers(principalsByToken)
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
  await bench.start({ name: 'identity', controllers: [SlowlyKnownUsers] });
  gateway = await bench.gateway({ REQUEST_CONCURRENCY: String(places) });
  base = `http://127.0.0.1:${gateway.port}`;
  for (const name of ['alice', 'bob', 'carol']) tokens.add(name);
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
    const refused = await echo('alice');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    hangUp.abort();
    await Promise.all(gone);
    expect((await echo('alice')).status).toBe(503);
    for (const release of held.splice(0)) release();
    await until(async () => (await echo('alice')).status === 200);
  },
);

it('requests hold a place while it is asked whose their token is', async () => {
  let identify!: () => void;
  identified = new Promise((resolve) => (identify = resolve));
  const answers = ['alice', 'bob', 'carol'].map(echo);
  expect(answers).toHaveLength(places + 1);
  expect((await Promise.race(answers)).status).toBe(503);
  identify();
  identified = undefined;
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 200, 503]);
});
