import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import { allAddresses } from './addresses';
import { createHttpServer } from './http-server';

const one = (family: 'IPv4' | 'IPv6') => ({ lo: [{ family } as NetworkInterfaceInfo] });
const hasIpv6 = Object.values(networkInterfaces()).some((found) => found?.some(({ address }) => address === '::1'));

let server: Server;
beforeAll(async () => {
  server = createHttpServer((request, response) =>
    response.end([request.socket.remoteAddress, request.headers['x-forwarded-for']].join(' ')),
  );
  await once(server.listen(0, allAddresses()), 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const from = async (host: string) => {
  const { port } = server.address() as AddressInfo;
  const headers = { 'x-forwarded-for': '::FFFF:192.0.2.7, 2001:db8::1' };
  return (await fetch(`http://${host}:${port}`, { headers })).text();
};

it('listens on IPv6 where the machine has it', () => {
  expect(allAddresses(one('IPv6'))).toBe('::');
  expect(allAddresses(one('IPv4'))).toBe('0.0.0.0');
});

it('has one address for a client of IPv4', async () => {
  expect(await from('127.0.0.1')).toBe('127.0.0.1 192.0.2.7, 2001:db8::1');
});

(hasIpv6 ? it : it.skip)('hears clients of IPv6', async () => {
  expect(await from('[::1]')).toBe('::1 192.0.2.7, 2001:db8::1');
});
