import { parse } from 'ipaddr.js';

/** The network of one subscriber: the address, or for IPv6 its /64 network, because a subscriber has all addresses of it. */
export function networkOf(address: string): string {
  try {
    const parsed = parse(address);
    if (parsed.kind() === 'ipv4') return parsed.toString();
    const octets = parsed.toByteArray();
    const mapped = octets.slice(0, 12).join() === '0,0,0,0,0,0,0,0,0,0,255,255';
    return mapped ? octets.slice(12).join('.') : Buffer.from(octets.slice(0, 8)).toString('hex');
  } catch {
    return 'unknown';
  }
}
