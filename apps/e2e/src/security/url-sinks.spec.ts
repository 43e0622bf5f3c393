import dns from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '@bindery/testing';
import { startIsolatedPlatform, type IsolatedPlatform } from '../support/test-organization';
import { notSinks, sinkFiles, urlSinks, type ReadAddress, type SinkName } from './url-sinks';
import { waysOut } from './ways-out';

const long = process.env.BINDERY_TEST === 'long';
const seed = Number(process.env.BINDERY_SEED ?? 1);
const random = seededRandom(seed);

jest.setTimeout(600_000);

/** Hosts that lead inside, and what those among them resolve to that are names. */
const inside = JSON.parse(readFileSync(join(__dirname, '../../../../libs/outbound/test/inside.json'), 'utf8')) as {
  names: Record<string, string[]>;
  hosts: Record<string, string[]>;
};

const sinks = Object.keys(sinkFiles) as SinkName[];
/** Where those that operators allow are reached: nowhere else inside. */
const allowed = '127.0.0.2';
/** Resolves to what is allowed, and from the second time on to the inside. */
const rebinding = 'rebinds.example';

/** The addresses that this machine has, in the form of hosts. */
const own = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .filter(({ scopeid }) => !scopeid)
  .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));
const hosts = [...new Set([...Object.values(inside.hosts).flat(), ...own])];
/** In the short form some of them for each sink, others with each seed. */
const chosen = () => (long ? hosts : Array.from({ length: 6 }, () => hosts[Math.floor(random() * hosts.length)]!));

/** A server that counts connections, and redirects requests when it has a `location`. */
class Counting {
  connections = 0;
  location?: string;
  port = 0;

  private constructor(private readonly server: Server) {
    server.on('connection', () => this.connections++);
    server.on('request', (_, response) => {
      // Each request makes a connection of its own.
      response.setHeader('connection', 'close');
      if (this.location === undefined) response.writeHead(404).end();
      else response.writeHead(302, { location: this.location }).end();
    });
  }

  /** Without a host it listens at every address of the machine, with port 0 at one that is free. */
  static async open(host?: string, port = 0): Promise<Counting> {
    const server = createServer();
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
    const counting = new Counting(server);
    counting.port = (server.address() as AddressInfo).port;
    return counting;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

let world: IsolatedPlatform;
let read: Record<SinkName, ReadAddress>;
/** At every address of the machine. */
let decoy: Counting;
/** Of the same port, one that may be reached and one that may not. */
let outer: Counting;
let inner: Counting;
let closed: number;
let lookups: string[] = [];

beforeAll(async () => {
  jest.spyOn(dns, 'lookup').mockImplementation((async (name: string) => {
    lookups.push(name);
    const names: Record<string, string[]> = { ...inside.names, [rebinding]: [allowed] };
    const again = name === rebinding && lookups.filter((one) => one === name).length > 1;
    const addresses = again ? ['127.0.0.1'] : names[name];
    if (!addresses) throw Object.assign(new Error(`There is no ${name}`), { code: 'ENOTFOUND' });
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  }) as never);
  decoy = await Counting.open();
  outer = await Counting.open(allowed);
  inner = await Counting.open('127.0.0.1', outer.port);
  const gone = await Counting.open('127.0.0.1');
  closed = gone.port;
  await gone.close();
  world = await startIsolatedPlatform({ OUTBOUND_ALLOW: allowed });
  read = await urlSinks(world);
});
beforeEach(() => {
  lookups = [];
  outer.location = undefined;
  for (const server of [decoy, outer, inner]) server.connections = 0;
});
afterAll(async () => {
  await world.close();
  for (const server of [decoy, outer, inner]) await server.close();
  jest.restoreAllMocks();
});

it('are all that there are', () => {
  const { guarded, unguarded } = waysOut();
  expect(guarded).toEqual([...new Set(Object.values(sinkFiles))].sort());
  expect(unguarded).toEqual(Object.keys(notSinks).sort());
});

it('are tried with at least 60 spellings, which these servers would answer', async () => {
  expect(hosts.length).toBeGreaterThanOrEqual(60);
  for (const host of ['127.0.0.1', ...own]) await fetch(`http://${host}:${decoy.port}/`);
  expect(decoy.connections).toBe(own.length + 1);
});

describe.each(sinks)('%s', (sink) => {
  /** The error that the tenant gets, without the address itself. */
  const told = async (host: string, port: number): Promise<string> => {
    const url = `http://${host}:${port}/`;
    return (await read[sink](url)).replaceAll(String(port), 'port');
  };

  it('is read where the operator allows it', async () => {
    await told(allowed, outer.port);
    expect(outer.connections).toBeGreaterThan(0);
  });

  it(`leads to no address inside, however it is written, and does not reveal open ports (seed ${seed})`, async () => {
    const spent: Record<'open' | 'closed', number[]> = { open: [], closed: [] };
    const timed = async (kind: 'open' | 'closed', host: string) => {
      const begun = performance.now();
      const text = await told(host, kind === 'open' ? decoy.port : closed);
      spent[kind].push(performance.now() - begun);
      return text;
    };
    for (const host of chosen()) {
      const open = await timed('open', host);
      expect({ host, told: await timed('closed', host) }).toEqual({ host, told: open });
    }
    expect(decoy.connections).toBe(0);
    const median = (all: number[]) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)]!.toFixed(1);
    process.stdout.write(
      `${sink}: ${spent.open.length} spellings, at open ports ${median(spent.open)} ms, at closed ones ${median(spent.closed)} ms\n`,
    );
  });

  it('follows no redirect inside, and does not reveal open ports', async () => {
    const texts: string[] = [];
    for (const port of [decoy.port, closed]) {
      for (const host of ['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', 'loopback.example', 'mixed.example']) {
        outer.location = `http://${host}:${port}/`;
        texts.push(await told(allowed, outer.port));
      }
    }
    expect(new Set(texts).size).toBe(1);
    expect(outer.connections).toBeGreaterThanOrEqual(texts.length);
    expect([decoy.connections, inner.connections]).toEqual([0, 0]);
  });

  it('is connected to at its checked address, even if its name resolves to another one afterwards', async () => {
    await told(rebinding, outer.port);
    expect(outer.connections).toBeGreaterThan(0);
    expect(inner.connections).toBe(0);
    expect(lookups).toEqual([rebinding]);
  });
});
