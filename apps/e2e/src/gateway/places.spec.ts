/** @isolated for the operations that it declares */
import { connect, type Socket } from 'node:net';
import { Controller } from '@nestjs/common';
import { contract, get, post, Text, type RequestOf } from '@bindery/contracts';
import type { RunningGateway } from '@bindery/gateway';
import { Handles } from '@bindery/messaging';
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

let bench: Workbench;
let gateway: RunningGateway;
let base: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  bench = await workbench();
  await bench.start({ name: 'content', controllers: [TestController] });
  await bench.start({ name: 'identity', controllers: [KnownUsers] });
  gateway = await bench.gateway({ REQUEST_CONCURRENCY: String(places) });
  base = `http://127.0.0.1:${gateway.port}`;
  tokens.add('alice');
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const release of held.splice(0)) release();
});
afterAll(() => bench.close());

const headers = { authorization: 'Bearer alice', 'content-type': 'application/json' };
const echo = () => fetch(`${base}/v1/test/echo`, { method: 'POST', headers, body: '{"text":"a"}' });

/** Begins a request whose body does not come yet. Answers its socket, and the answer once there is one. */
async function withoutBody(): Promise<{ socket: Socket; answer: Promise<string> }> {
  const socket = connect(gateway.port, '127.0.0.1');
  sockets.push(socket);
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(
    'POST /v1/test/echo HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer alice\r\nConnection: close\r\n' +
      'Content-Type: application/json\r\nContent-Length: 12\r\n\r\n',
  );
  let text = '';
  socket.on('data', (data) => (text += data.toString()));
  return { socket, answer: new Promise((resolve) => socket.once('close', () => resolve(text))) };
}

it('bodies that do not arrive hold no place, and are answered when they do', async () => {
  const slow = await Promise.all(Array.from({ length: 3 * places }, withoutBody));
  for (let request = 0; request < 10; request++) expect((await echo()).status).toBe(200);
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
    const refused = await echo();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    hangUp.abort();
    await Promise.all(gone);
    expect((await echo()).status).toBe(503);
    for (const release of held.splice(0)) release();
    await until(async () => (await echo()).status === 200);
  },
);
