import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';

/** The address at which a server hears all addresses of the machine; that of IPv6 hears those of IPv4 as well. */
export function allAddresses(interfaces = networkInterfaces()): string {
  const isIpv6 = Object.values(interfaces).some((addresses) => addresses?.some(({ family }) => family === 'IPv6'));
  return isIpv6 ? '::' : '0.0.0.0';
}

/** An IPv4 address as a socket of IPv6 writes it (RFC 4291, section 2.5.5.2). */
const mapped = /::ffff:(?=\d+\.\d+\.\d+\.\d+)/gi;

/** Gives a client of IPv4 one address for limits, trusted proxies, the audit log and traces, however its connection was accepted. */
export function unmapAddress(socket: Socket): void {
  const { remoteAddress: address } = socket;
  if (address?.startsWith('::ffff:'))
    Object.defineProperty(socket, 'remoteAddress', { value: address.replace(mapped, '') });
}

/** Does the same for the addresses that proxies have noted. */
export function unmapForwarded({ headers }: IncomingMessage): void {
  const forwarded = headers['x-forwarded-for'];
  if (typeof forwarded === 'string' && forwarded.includes(':'))
    headers['x-forwarded-for'] = forwarded.replace(mapped, '');
}
