import { createServer } from 'node:net';
import { freePorts, hostInUrl, LOOPBACK, portFrom } from './free-port';

it('chooses different ports, on which programs can listen, and which systems give to no connection', async () => {
  const ports = await freePorts(50);
  expect(new Set(ports).size).toBe(50);
  expect(ports.filter((port) => port < 15_000 || port >= 30_000)).toEqual([]);
  for (const port of ports) {
    const server = createServer();
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, LOOPBACK, resolve));
    await new Promise((resolve) => server.close(resolve));
  }
});

it('takes the next port where another program has the first one', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
  const { port } = server.address() as { port: number };
  const found = await portFrom(port);
  server.close();
  expect(found).toBeGreaterThan(port);
});

it('says that an address is none of this machine', async () => {
  // Of a network that is reserved for documentation (RFC 5737).
  await expect(portFrom(4_000, '203.0.113.7')).rejects.toThrow('--host 203.0.113.7 is not an address of this machine');
});

it.each([
  ['127.0.0.1', '127.0.0.1'],
  ['0.0.0.0', '127.0.0.1'],
  ['::', '127.0.0.1'],
  ['::1', '[::1]'],
  ['localhost', 'localhost'],
])('reaches what listens on %s by %s', (host, expected) => expect(hostInUrl(host)).toBe(expected));
