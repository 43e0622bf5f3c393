/** @isolated for the operations that it declares */
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Controller } from '@nestjs/common';
import { contract, get, Int, post, Text, type RequestOf } from '@bindery/contracts';
import type { RunningGateway } from '@bindery/gateway';
import { Handles } from '@bindery/messaging';
import { Database } from '@bindery/persistence';
import { until } from '@bindery/testing';
import { KnownUsers, tokens } from '../messaging/known-users';
import { workbench, type Workbench } from '../messaging/workbench';

const mebibyte = 1024 * 1024;
const hasIpv6 = Object.values(networkInterfaces()).some((found) => found?.some(({ address }) => address === '::1'));

class Words {
  @Text({ max: 40 * mebibyte }) text!: string;
}
class Wait {
  @Int() milliseconds!: number;
}
const test = contract('content', 'Test', {
  echo: post('/test/echo', { summary: '', body: Words, returns: Words }),
  echoLarge: post('/test/large', { summary: '', body: Words, returns: Words, large: true }),
  read: get('/test/things/:id', { summary: '', query: Words, returns: Words }),
  wait: post('/test/wait', { summary: '', body: Wait, returns: Wait }),
});

let working = 0;

@Controller()
class TestController {
  constructor(private readonly db: Database) {}

  @Handles(test.echo)
  async echo({ body }: RequestOf<typeof test.echo>) {
    return { text: body.text };
  }

  @Handles(test.echoLarge)
  async echoLarge({ body }: RequestOf<typeof test.echoLarge>) {
    if (body.text.startsWith('fail')) throw new Error('It failed');
    return { text: String(body.text.length) };
  }

  @Handles(test.read)
  async read({ params, query }: RequestOf<typeof test.read>) {
    const [row] = await this.db.query<Words>('select $1::text || $2::text as text', [params.id, query.text]);
    return row!;
  }

  @Handles(test.wait)
  async wait({ body }: RequestOf<typeof test.wait>) {
    working++;
    await sleep(body.milliseconds);
    return body;
  }
}

let bench: Workbench;
let gateway: RunningGateway;
let base: string;

beforeAll(async () => {
  bench = await workbench();
  await bench.start({ name: 'content', controllers: [TestController] });
  await bench.start({ name: 'identity', controllers: [KnownUsers] });
  gateway = await bench.gateway();
  base = `http://127.0.0.1:${gateway.port}`;
  tokens.add('alice');
});
afterAll(() => bench.close());

const json = { 'content-type': 'application/json' };
async function call(method: string, path: string, init: RequestInit = {}) {
  const response = await fetch(base + path, {
    method,
    ...init,
    headers: { authorization: 'Bearer alice', ...(init.headers as Record<string, string>) },
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}
const send = (path: string, body: string, headers: Record<string, string> = json) =>
  call('POST', path, { body, headers });
/** The raw answer to these bytes, without an HTTP library. */
function raw(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(gateway.port, '127.0.0.1', () => socket.write(request));
    socket.on('data', (data) => (answer += data.toString()));
    socket.on('error', reject).on('close', () => resolve(answer));
  });
}
const bodyOf = (status: number, message: unknown = expect.any(String)) => ({ error: { code: status, message } });

describe('bodies', () => {
  const left = async () => {
    const entries = await readdir(bench.files, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  };

  it.each([
    ['is cut short', '{"text":', json, 400],
    ['is no JSON', 'text=a', json, 400],
    ['is a list', '[]', json, 400],
    ['is a string', '"text"', json, 400],
    ['is null', 'null', json, 400],
    ['names __proto__', '{"text":"a","__proto__":{"admin":true}}', json, 400],
    ['names __proto__ in another spelling', '{"text":"a","\\u005f_proto__":{"admin":true}}', json, 400],
    ['names constructor.prototype', '{"text":"a","constructor":{"prototype":{"admin":true}}}', json, 400],
    ['is a form', 'text=a', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['is text', '{"text":"a"}', { 'content-type': 'text/plain' }, 415],
    ['has a type like JSON', '{"text":"a"}', { 'content-type': 'application/jsonp' }, 415],
    ['is of a type that is none', '{"text":"a"}', { 'content-type': 'nonsense' }, 415],
  ])('are refused when one %s', async (_, body, headers, status) => {
    const answer = await send('/v1/test/echo', body, headers);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject(bodyOf(status));
  });

  it('may be absent, with and without a content type', async () => {
    for (const headers of [json, {}]) {
      const { status, text } = await call('POST', '/v1/test/echo', { headers });
      expect(status).toBe(400);
      expect(text).toContain('body.text');
    }
  });

  it('may say their character set', async () => {
    const { text } = await send('/v1/test/echo', '{"text":"ü"}', { 'content-type': 'Application/JSON; charset=utf-8' });
    expect(JSON.parse(text)).toEqual({ text: 'ü' });
  });

  it('are at most 1 MiB long, announced or not', async () => {
    const filled = (size: number) => JSON.stringify({ text: 'x'.repeat(size - 11) });
    expect((await send('/v1/test/echo', filled(mebibyte))).status).toBe(200);
    expect((await send('/v1/test/echo', filled(mebibyte + 1))).status).toBe(413);
    const stream = new ReadableStream({
      start(controller) {
        for (let part = 0; part < 20; part++) controller.enqueue(randomBytes(100_000));
        controller.close();
      },
    });
    const init = { body: stream, headers: json, duplex: 'half' } as RequestInit;
    expect((await call('POST', '/v1/test/echo', init)).status).toBe(413);
  });

  it('are not read before the caller is known', async () => {
    const answer = await raw(
      'POST /v1/test/large HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 30000000\r\n\r\n{',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('of large operations are up to 32 MiB and travel by way of the storage, where nothing stays', async () => {
    for (const size of [1000, 2 * mebibyte, 30 * mebibyte]) {
      const { status, text } = await send(
        '/v1/test/large',
        JSON.stringify({ text: randomBytes(size / 2).toString('hex') }),
      );
      expect([status, text]).toEqual([200, JSON.stringify({ text: String(size) })]);
    }
    expect((await send('/v1/test/large', JSON.stringify({ text: 'x'.repeat(33 * mebibyte) }))).status).toBe(413);
    expect((await send('/v1/test/large', `{"text":"fail${'x'.repeat(2 * mebibyte)}"}`)).status).toBe(500);
    expect(await left()).toEqual([]);
  });

  it('of large operations are no less checked', async () => {
    const filler = 'x'.repeat(2 * mebibyte);
    for (const [body, message] of [
      [`{"text":"${filler}`, 'The body is not valid JSON'],
      [`{"__proto__":{},"text":"${filler}"}`, 'must not have the property __proto__'],
      [`{"\\u005f_proto__":{},"text":"${filler}"}`, 'must not have the property __proto__'],
    ] as const) {
      const { status, text } = await send('/v1/test/large', body);
      expect([status, text.includes(message)]).toEqual([400, true]);
    }
    expect(await left()).toEqual([]);
  });
});

describe('addresses', () => {
  it.each([
    ['/v1/unknown', 404],
    ['/unknown', 404],
    ['/v1/test/things/a%00b?text=a', 404],
    ['/v1/test/things/a?text=a%00b', 400],
    ['/v1/test/things/%?text=a', 400],
    ['/v1/test/things/%ff?text=a', 400],
    ['/v1/test/things/a%2fb?text=a', 200],
    ['/v1/test/things/..%2f..?text=a', 200],
    ['/v1/test/things/a/?text=a', 200],
    ['/v1/test/things/__proto__?text=a&__proto__=b&constructor=c', 200],
    ['/v1/test/things/a?text=a&text=b', 400],
    ['/v1/test/things/a?text=%', 200],
    ['/v1/test/things/a', 400],
  ])('%s answers %i', async (path, status) => {
    const answer = await call('GET', path);
    expect(answer.status).toBe(status);
    if (status !== 200) expect(JSON.parse(answer.text)).toMatchObject(bodyOf(status));
  });

  it('may hold ids of up to 2,048 characters, which none of ours has', async () => {
    expect((await call('GET', `/v1/test/things/${'x'.repeat(2048)}?text=a`)).status).toBe(200);
    expect((await call('GET', `/v1/test/things/${'x'.repeat(2049)}?text=a`)).status).toBe(400);
  });

  it('that are longer than a header may be are refused as JSON', async () => {
    const answer = await raw(`GET /v1/${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject(bodyOf(431));
  });

  it('of no HTTP at all are refused as JSON', async () => {
    const answer = await raw('nonsense\r\n\r\n');
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject(bodyOf(400));
  });

  it('answer the methods that they have', async () => {
    expect((await call('PUT', '/v1/test/echo')).status).toBe(404);
    expect((await call('OPTIONS', '/v1/test/echo')).status).toBe(204);
    const head = await call('HEAD', '/v1/test/things/a?text=b');
    const read = await call('GET', '/v1/test/things/a?text=b');
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', read.headers.get('etag')]);
    expect(head.headers.get('content-length')).toBe(String(read.text.length));
  });
});

describe('callers', () => {
  it.each([
    undefined,
    '',
    'alice',
    'Bearer',
    'Bearer ',
    'Bearer  alice',
    'Basic YTpi',
    'Bearer alice bob',
    'Bearer bob',
    `Bearer ${'x'.repeat(5000)}`,
  ])('are unknown by the header %#', async (authorization) => {
    const headers = authorization === undefined ? undefined : { authorization };
    const response = await fetch(`${base}/v1/test/things/a?text=b`, { headers });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject(bodyOf(401));
  });

  it('are not known by a token in the address', async () => {
    for (const query of ['token', 'access_token', 'authorization'])
      expect((await fetch(`${base}/v1/test/things/a?text=b&${query}=alice`)).status).toBe(401);
  });

  it('get the id of their request, which the gateway makes', async () => {
    const answer = await call('GET', '/v1/unknown', { headers: { 'x-request-id': 'mine' } });
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('in browsers of any origin may ask, and read what the headers say', async () => {
    const origin = { origin: 'https://docs.example.com' };
    const preflight = await fetch(`${base}/v1/test/echo`, {
      method: 'OPTIONS',
      headers: {
        ...origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,if-match',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization,if-match');
    const { headers } = await call('GET', '/v1/unknown', { headers: origin });
    expect(headers.get('vary')).toMatch(/^(Origin, )?Authorization, Cookie$/);
    const read = await call('GET', '/v1/test/things/a?text=b');
    expect(read.headers.get('vary')).toBe('Authorization, Cookie');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')).toContain('etag');
  });

  it('in browsers of other origins than those of the settings may not', async () => {
    const strict = await bench.gateway({ CORS_ORIGINS: 'https://a.example' });
    const from = async (origin: string) => {
      const response = await fetch(`http://127.0.0.1:${strict.port}/v1`, { headers: { origin } });
      return response.headers.get('access-control-allow-origin');
    };
    expect([await from('https://a.example'), await from('https://b.example')]).toEqual(['https://a.example', null]);
  });
});

it.each(['127.0.0.1', ...(hasIpv6 ? ['[::1]'] : [])])('answers at %s without HOST', async (host) => {
  expect((await fetch(`http://${host}:${gateway.port}/livez`)).status).toBe(200);
});

it('reports rate, errors and duration of each operation', async () => {
  await call('GET', '/v1/test/things/a?text=b');
  // Not at the address of the API.
  expect((await call('GET', '/metrics')).status).toBe(404);
  const text = await (await fetch(`http://127.0.0.1:${gateway.metricsPort}/metrics`)).text();
  expect(text).toMatch(/bindery_operation_seconds_count\{.*operation="read",status="200".*\} [1-9]/);
  expect(text).toMatch(/bindery_operation_seconds_count\{.*operation="echo",status="413".*\} [1-9]/);
});

it('answers requests in flight before it closes, and reports that it is closing', async () => {
  const closing = await bench.gateway();
  const at = `http://127.0.0.1:${closing.port}`;
  const wait = (milliseconds: number) =>
    fetch(`${at}/v1/test/wait`, {
      method: 'POST',
      body: JSON.stringify({ milliseconds }),
      headers: { ...json, authorization: 'Bearer alice' },
    });
  expect((await wait(0)).headers.get('connection')).toBe('keep-alive');
  const socket = connect(closing.port, '127.0.0.1');
  await new Promise((resolve) => socket.once('connect', resolve));
  working = 0;
  // Long enough for a busy machine to do all until the gateway closes.
  const inFlight = wait(3_000);
  await until(() => working === 1);
  let answered = '';
  socket.on('data', (data) => (answered += data.toString()));
  socket.write('GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n');
  await until(() => answered.includes('"ready":true'));
  const closed = closing.close();
  expect((await inFlight).status).toBe(200);
  expect((await inFlight).headers.get('connection')).toBe('close');
  await closed;
  await expect(wait(0)).rejects.toThrow();
});
