import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import inside from '../test/inside.json';
import { checkUrl } from './check-host';
import { OutboundError } from './outbound-error';
import { safeFetch } from './safe-fetch';

const NAMES: Record<string, string[]> = inside.names;
const HOSTS = Object.values(inside.hosts).flat();

const resolve = async (hostname: string) => {
  const addresses = NAMES[hostname];
  if (!addresses) throw Object.assign(new Error(hostname), { code: 'ENOTFOUND' });
  return addresses;
};

const INVALID = [
  ...[
    'http://user@127.0.0.1/',
    'http://127.0.0.1:80@example.com/',
    'http://:secret@loopback.example/',
    'file:///etc/passwd',
  ],
  ...['ftp://127.0.0.1/', 'gopher://127.0.0.1/', 'data:text/plain,a', 'http://[fe80::1%25lo]/', 'http://256.0.0.1/'],
  ...['http://127.0.0.1.0x/', 'http://[::1', 'http://', '//127.0.0.1/', '127.0.0.1', '', 'unix:/var/run/docker.sock'],
];

describe('addresses that are not public', () => {
  const servers: Server[] = [];
  let connections = 0;
  let open = 0;
  let closed = 0;

  beforeAll(async () => {
    const listen = (host: string, port: number) =>
      new Promise<number>((resolved, reject) => {
        const server = createServer((socket) => {
          connections++;
          socket.on('error', () => {}).resume();
          socket.end('HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\nsecret');
        });
        servers.push(server);
        server.once('error', reject).listen(port, host, () => resolved((server.address() as AddressInfo).port));
      });
    open = await listen('0.0.0.0', 0);
    await listen('::1', open).catch(() => undefined); // not every machine has IPv6
    closed = await listen('127.0.0.1', 0);
    await new Promise((resolved) => servers.at(-1)?.close(resolved));
  });

  afterAll(() => Promise.all(servers.map((server) => new Promise((resolved) => server.close(resolved)))));

  it('are tested in at least 60 spellings', () => {
    expect(new Set(HOSTS).size).toBeGreaterThanOrEqual(60);
  });

  it('could be reached by these tests, so that their count of connections means something', async () => {
    const socket = await fetch(`http://127.0.0.1:${open}/`);
    expect(await socket.text()).toBe('secret');
    expect(connections).toBe(1);
    connections = 0;
  });

  it.each(HOSTS)('are refused as %s, at open and closed ports alike, without a connection', async (host) => {
    const failures: OutboundError[] = [];
    for (const url of [`http://${host}:${open}/`, `http://${host}:${closed}/`, `http://${host}/`, `https://${host}/`]) {
      const ports = [80, 443, open, closed];
      const failed = await safeFetch(url, { resolve, ports }).catch((error: OutboundError) => error);
      failures.push(failed as OutboundError);
    }
    expect(failures.map((error) => error.code)).toEqual(Array(4).fill('REFUSED_ADDRESS'));
    expect(new Set(failures.map((error) => `${error.message} ${String(error.cause)}`)).size).toBe(1);
    expect(connections).toBe(0);
  });

  it.each(INVALID)('are not reached by the URL %j', async (url) => {
    await expect(safeFetch(url, { resolve })).rejects.toMatchObject({ code: 'INVALID_URL' });
    expect(connections).toBe(0);
  });
});

describe('public addresses', () => {
  it.each([
    ['https://93.184.216.34/', ['93.184.216.34']],
    ['https://[2606:4700:4700::1111]/', ['2606:4700:4700::1111']],
    ['http://both.example/', ['93.184.216.34', '2606:4700:4700::1111']],
  ])('are taken: %s', async (url, addresses) => {
    expect((await checkUrl(url, { resolve: async () => addresses })).addresses).toEqual(addresses);
  });

  it.each([22, 25, 5432, 8080])('are refused at port %i', async (port) => {
    await expect(checkUrl(`https://93.184.216.34:${port}/`)).rejects.toMatchObject({ code: 'REFUSED_ADDRESS' });
  });
});
