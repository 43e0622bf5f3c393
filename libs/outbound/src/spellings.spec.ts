import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { checkUrl } from './check-host';
import { OutboundError } from './outbound-error';
import { safeFetch } from './safe-fetch';

/** What the names of the tests resolve to. */
const NAMES: Record<string, string[]> = {
  'loopback.example': ['127.0.0.1'],
  'loopback6.example': ['::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'private.example': ['10.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  'metadata6.example': ['fd00:ec2::254'],
  'zero.example': ['0.0.0.0'],
  'mixed.example': ['93.184.216.34', '127.0.0.1'],
  'mixed6.example': ['2606:4700:4700::1111', '::1'],
  'nat64.example': ['64:ff9b::7f00:1'],
  'linklocal.example': ['fe80::1%lo'],
  'empty.example': [],
  localhost: ['127.0.0.1', '::1'],
  'localhost.localdomain': ['127.0.0.1'],
};

const resolve = async (hostname: string) => {
  const addresses = NAMES[hostname];
  if (!addresses) throw Object.assign(new Error(hostname), { code: 'ENOTFOUND' });
  return addresses;
};

const HOSTS = [
  // IPv4 in every notation that the URL standard, or a lenient resolver, takes for an address
  ...['127.0.0.1', '127.1', '127.0.1', '127.000.000.001', '127.0.0.1.', '2130706433', '017700000001', '0x7f000001'],
  ...[
    '0x7f.0.0.1',
    '0x7f.1',
    '0177.0.0.1',
    '0177.0.0.01',
    '0x7F.0x0.0x0.0x1',
    '127.0.0x1',
    '127.1.',
    '127.127.127.127',
  ],
  ...['0', '0.0.0.0', '0x0', '00', '0.0.0.0.', '10.0.0.1', '10.1', '0xa000001', '012.0.0.1', '167772161'],
  ...['172.16.0.1', '172.31.255.254', '2886729729', '192.168.0.1', '192.168.1', '0xc0a80001', '3232235521'],
  ...['169.254.169.254', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '169.254.43518', '0xa9.0xfe.0xa9.0xfe'],
  ...['100.64.0.1', '100.100.100.200', '168.63.129.16', '192.0.0.192', '198.18.0.1', '203.0.113.7', '224.0.0.1'],
  ...['240.0.0.1', '255.255.255.255', '4294967295'],
  // other digits and dots, which the URL standard maps to the usual ones; and escapes
  ...['１２７.０.０.１', '127。0。0。1', '127．0．0．1', '①②⑦.⓪.⓪.①', '%31%32%37.0.0.1', '127%2e0%2e0%2e1'],
  // IPv6
  ...['[::1]', '[0:0:0:0:0:0:0:1]', '[0000::0001]', '[::]', '[::127.0.0.1]', '[::7f00:1]', '[::ffff:127.0.0.1]'],
  ...['[::ffff:7f00:1]', '[::FFFF:7F00:0001]', '[0:0:0:0:0:ffff:127.0.0.1]', '[::ffff:169.254.169.254]'],
  ...['[::ffff:0:127.0.0.1]', '[64:ff9b::127.0.0.1]', '[64:ff9b::a9fe:a9fe]', '[64:ff9b:1::1]', '[2002:7f00:1::]'],
  ...['[2001:0:7f00:1::]', '[2001:db8::1]', '[fc00::1]', '[fd00:ec2::254]', '[fe80::1]', '[fec0::1]', '[ff02::1]'],
  // names
  ...['localhost', 'LOCALHOST', 'localhost.', 'LocalHost.LocalDomain', 'ｌｏｃａｌｈｏｓｔ', 'loc%61lhost'],
  ...Object.keys(NAMES).filter((name) => name.endsWith('.example')),
  ...['absent.example', 'metadata.google.internal'],
];

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

  it('are told in at least 60 spellings', () => {
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
