import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { parseAllowList } from './allow-list';
import { checkHost } from './check-host';
import { type FetchOptions, safeFetch } from './safe-fetch';

type Route = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that counts its connections; 127.0.0.2 stands for the public internet and is allowed. */
class Site {
  connections = 0;
  readonly requests: { url: string; headers: IncomingMessage['headers'] }[] = [];
  readonly routes: Record<string, Route> = {};
  private readonly server: Server;
  port = 0;

  constructor(private readonly address: string) {
    this.server = createServer((request, response) => {
      this.requests.push({ url: request.url ?? '', headers: request.headers });
      const route = this.routes[(request.url ?? '').slice(1)];
      if (route) route(request, response);
      else response.writeHead(404).end('none');
    });
    this.server.on('connection', () => this.connections++);
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, this.address, resolve));
    this.port = (this.server.address() as AddressInfo).port;
    return this;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  url(path: string, host = this.address): string {
    return `http://${host}:${this.port}/${path}`;
  }
}

const TEXT = 'Hello, reader. '.repeat(20);
const BOMB = gzipSync(Buffer.alloc(50 * 1024 * 1024));

describe('safeFetch', () => {
  let site: Site;
  let inner: Site;
  let allow: FetchOptions['allow'];

  beforeEach(async () => {
    site = await new Site('127.0.0.2').start();
    inner = await new Site('127.0.0.1').start();
    inner.routes.secret = (_, response) => response.end('secret');
    allow = parseAllowList('127.0.0.2');
  });

  afterEach(async () => {
    expect(inner.connections).toBe(0);
    await Promise.all([site.stop(), inner.stop()]);
  });

  // Patient, as the machine may be busy; where the time is the matter, a test says so.
  const get = (path: string, options: FetchOptions = {}) =>
    safeFetch(site.url(path), { allow, connectTimeout: 60_000, totalTimeout: 60_000, ...options });

  it('answers status, headers and body', async () => {
    site.routes.a = (_, response) => {
      response
        .writeHead(201, { 'content-type': 'Text/HTML; charset=utf-8', 'x-a': '1', 'set-cookie': 'a=1' })
        .end(TEXT);
    };
    const answer = await get('a');
    expect(answer).toMatchObject({ status: 201, ok: true, url: site.url('a'), contentType: 'text/html' });
    expect(answer.headers).toMatchObject({ 'x-a': '1' });
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(answer.body.toString()).toBe(TEXT);
    expect(await get('absent')).toMatchObject({ status: 404, ok: false });
  });

  it("sends method, body and headers, but none that are not the caller's to choose", async () => {
    let received = '';
    site.routes.hook = (request, response) => {
      request.on('data', (piece) => (received += `${request.method} ${piece}`)).on('end', () => response.end());
    };
    const headers = {
      'X-Key': '1',
      Cookie: 'a=1',
      Host: 'inner',
      'Proxy-Authorization': 'x',
      'X-Forwarded-For': '1.1.1.1',
    };
    expect(await get('hook', { method: 'POST', body: '{}', headers })).toMatchObject({ status: 200 });
    expect(received).toBe('POST {}');
    const sent = site.requests[0]?.headers ?? {};
    expect(sent).toMatchObject({ 'x-key': '1', host: `127.0.0.2:${site.port}`, 'user-agent': 'Bindery' });
    for (const name of ['cookie', 'proxy-authorization', 'x-forwarded-for']) expect(sent).not.toHaveProperty(name);
  });

  it('resolves a name once and connects to what it checked', async () => {
    site.routes.a = (_, response) => response.end('public');
    const answers = ['127.0.0.2', '127.0.0.1', '127.0.0.1'];
    let lookups = 0;
    const resolve = async () => [answers[lookups++] as string];
    const answer = await safeFetch(`http://rebinding.example:${site.port}/a`, { allow, resolve });
    expect(answer.body.toString()).toBe('public');
    expect(site.requests[0]?.headers.host).toBe(`rebinding.example:${site.port}`);
    expect(lookups).toBe(1);
  });

  it('resolves and checks again at each redirect', async () => {
    site.routes.a = (_, response) =>
      response.writeHead(302, { location: `http://rebinding.example:${inner.port}/secret` }).end();
    const answers = ['127.0.0.2', '127.0.0.1'];
    const resolve = async () => [answers.shift() as string];
    const url = `http://rebinding.example:${site.port}/a`;
    await expect(safeFetch(url, { allow, resolve })).rejects.toMatchObject({ code: 'REFUSED_ADDRESS' });
    expect(site.connections).toBe(1);
  });

  it.each(['http://127.0.0.1:PORT/secret', 'http://[::ffff:127.0.0.1]:PORT/', 'http://2130706433:PORT/secret'])(
    'refuses a redirect to %s',
    async (location) => {
      const target = location.replace('PORT', String(inner.port));
      site.routes.a = (_, response) => response.writeHead(301, { location: target }).end();
      await expect(get('a')).rejects.toMatchObject({ code: 'REFUSED_ADDRESS' });
    },
  );

  it.each(['file:///etc/passwd', 'http://user:secret@127.0.0.2/'])('refuses a redirect to %s', async (location) => {
    site.routes.a = (_, response) => response.writeHead(307, { location }).end();
    await expect(get('a')).rejects.toMatchObject({ code: 'INVALID_URL' });
  });

  it('follows three redirects and not a fourth', async () => {
    for (const hop of [0, 1, 2])
      site.routes[`${hop}`] = (_, response) => response.writeHead(302, { location: `${hop + 1}` }).end('x');
    site.routes['3'] = (_, response) => response.end('there');
    expect(await get('0')).toMatchObject({ status: 200, url: site.url('3') });
    site.routes.loop = (_, response) => response.writeHead(302, { location: 'loop' }).end();
    site.requests.length = 0;
    await expect(get('loop')).rejects.toMatchObject({ code: 'REFUSED_REDIRECT' });
    expect(site.requests).toHaveLength(4);
  });

  it('keeps secrets from another origin', async () => {
    const other = await new Site('127.0.0.2').start();
    other.routes.b = (_, response) => response.end();
    site.routes.a = (_, response) => response.writeHead(302, { location: other.url('b') }).end();
    await get('a', { headers: { Authorization: 'Bearer secret', Accept: 'text/plain' } });
    await other.stop();
    expect(site.requests[0]?.headers.authorization).toBe('Bearer secret');
    expect(other.requests[0]?.headers).not.toHaveProperty('authorization');
    expect(other.requests[0]?.headers.accept).toBe('text/plain');
  });

  it.each([
    ['gzip', gzipSync(TEXT)],
    ['x-gzip', gzipSync(TEXT)],
    ['deflate', deflateSync(TEXT)],
    ['br', brotliCompressSync(TEXT)],
    ['identity', Buffer.from(TEXT)],
  ])('decodes %s', async (coding, content) => {
    site.routes.a = (_, response) => response.writeHead(200, { 'content-encoding': coding }).end(content);
    expect((await get('a')).body.toString()).toBe(TEXT);
  });

  it('reads an empty body that claims a coding', async () => {
    site.routes.a = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end();
    expect((await get('a')).body).toHaveLength(0);
    expect((await get('a', { method: 'HEAD' })).body).toHaveLength(0);
  });

  it.each([
    ['an unknown coding', { 'content-encoding': 'zstd' }, TEXT],
    ['a coding upon a coding', { 'content-encoding': 'gzip, gzip' }, gzipSync(gzipSync(TEXT))],
    ['broken compression', { 'content-encoding': 'gzip' }, TEXT],
    ['compression cut off', { 'content-encoding': 'gzip' }, gzipSync(TEXT).subarray(0, 20)],
  ])('does not read %s', async (_, headers, content) => {
    site.routes.a = (_request, response) => response.writeHead(200, headers).end(content);
    await expect(get('a')).rejects.toMatchObject({ code: 'FETCH_ERROR' });
  });

  it('refuses a declared length over the limit, and takes one at it', async () => {
    site.routes.a = (_, response) => response.end(Buffer.alloc(1000));
    await expect(get('a', { maxBytes: 999 })).rejects.toMatchObject({ code: 'TOO_LARGE' });
    expect((await get('a', { maxBytes: 1000 })).body).toHaveLength(1000);
  });

  it('stops an endless body at the limit', async () => {
    let sent = 0;
    site.routes.a = (_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024))) sent += 64 * 1024;
      };
      response.on('drain', more);
      more();
    };
    await expect(get('a', { maxBytes: 1024 * 1024 })).rejects.toMatchObject({ code: 'TOO_LARGE' });
    expect(sent).toBeLessThan(30 * 1024 * 1024);
  });

  it('stops a compressed bomb at the limit', async () => {
    site.routes.a = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB);
    expect(BOMB.length).toBeLessThan(100_000);
    await expect(get('a')).rejects.toMatchObject({ code: 'TOO_LARGE', message: 'The answer is too large' });
  });

  it('takes only the content types of its list', async () => {
    site.routes.a = (_, response) => response.writeHead(200, { 'content-type': 'text/html; a=b' }).end(TEXT);
    expect((await get('a', { contentTypes: ['text/html'] })).ok).toBe(true);
    expect((await get('a', { contentTypes: ['application/json', 'text/*'] })).ok).toBe(true);
    await expect(get('a', { contentTypes: ['text/plain'] })).rejects.toMatchObject({ code: 'REFUSED_TYPE' });
    expect((await get('absent', { contentTypes: ['text/plain'] })).status).toBe(404);
  });

  it.each([
    ['never answers', () => {}],
    ['never ends', (_: IncomingMessage, response: ServerResponse) => void response.write('a')],
    [
      'dribbles',
      (_: IncomingMessage, response: ServerResponse) => {
        const timer = setInterval(() => response.write('a'), 20);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ])('gives up on a server that %s', async (_, route) => {
    site.routes.a = route;
    const started = performance.now();
    await expect(get('a', { totalTimeout: 300 })).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it('counts all redirects in one limit of time', async () => {
    site.routes.a = (_, response) => void setTimeout(() => response.writeHead(302, { location: 'a' }).end(), 150);
    await expect(get('a', { totalTimeout: 350 })).rejects.toMatchObject({ code: 'TIMEOUT' });
  });

  it('gives up on a resolver that never answers', async () => {
    const resolve = () => new Promise<never>(() => {});
    await expect(safeFetch('https://slow.example/', { resolve, totalTimeout: 100 })).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
  });

  it('gives up on a server that accepts the connection and says nothing', async () => {
    const silent = createTcpServer((socket) => socket.on('error', () => {}).resume());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.2', resolve));
    const url = `https://127.0.0.2:${(silent.address() as AddressInfo).port}/`;
    const started = performance.now();
    await expect(safeFetch(url, { allow, connectTimeout: 200 })).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(performance.now() - started).toBeLessThan(20_000);
    await new Promise((resolve) => silent.close(resolve));
  });

  it('says no more of a closed port of an allowed host than that it cannot be reached', async () => {
    const url = site.url('a');
    await site.stop();
    const failed = await safeFetch(url, { allow }).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 'FETCH_ERROR' });
    expect(String(failed)).not.toContain(String(site.port));
    await site.start();
  });

  it('reaches what the operator allows, at the port that is allowed', async () => {
    site.routes.a = (_, response) => response.end('public');
    const only = parseAllowList(`http://127.0.0.2:${site.port}`);
    expect((await get('a', { allow: only })).status).toBe(200);
    await expect(get('a', { allow: parseAllowList('127.0.0.2:1') })).rejects.toMatchObject({ code: 'REFUSED_ADDRESS' });
    const named = { allow: parseAllowList('docs.internal'), resolve: async () => ['127.0.0.2'] };
    expect((await safeFetch(site.url('a', 'docs.internal'), named)).status).toBe(200);
    await expect(safeFetch(site.url('a', 'other.internal'), named)).rejects.toMatchObject({ code: 'REFUSED_ADDRESS' });
  });
});

describe('checkHost', () => {
  it('answers the addresses of a public host', async () => {
    const resolve = async () => ['93.184.216.34', '2606:4700:4700::1111'];
    expect(await checkHost('docs.example', { resolve })).toEqual(['93.184.216.34', '2606:4700:4700::1111']);
  });

  it.each(['127.1', '[::1]', 'localhost'])('refuses %s', async (host) => {
    await expect(checkHost(host)).rejects.toMatchObject({ code: 'REFUSED_ADDRESS' });
  });

  it('distinguishes a failed resolver from a name that does not exist', async () => {
    const failing = (code: string) => async () => {
      throw Object.assign(new Error(code), { code });
    };
    await expect(checkHost('a.example', { resolve: failing('EAI_AGAIN') })).rejects.toMatchObject({
      code: 'FETCH_ERROR',
    });
    await expect(checkHost('a.example', { resolve: failing('ENOTFOUND') })).rejects.toMatchObject({
      code: 'REFUSED_ADDRESS',
    });
  });
});
