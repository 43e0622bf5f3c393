import * as ipaddr from 'ipaddr.js';

/** Address space that IANA gave out for global unicast (RFC 4291, section 2.4); the rest of IPv6 is not in use. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** The well-known prefix of NAT64 (RFC 6052): such an address leads to the IPv4 address in its last 32 bits. */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96') as [ipaddr.IPv6, number];

/** Public by its range, yet the metadata and control service of a cloud. */
const CLOUD_CONTROL = ['168.63.129.16'];

/**
 * Whether an IP address (in any notation that ipaddr.js reads) is that of one host on the public internet. Not so are
 * the special-purpose ranges of IANA (RFC 6890 and its registries): loopback, private, link-local, shared, multicast,
 * broadcast, documentation, benchmarking, reserved; and IPv6 addresses that hold an IPv4 address, as they lead to
 * wherever their gateway wants, but for NAT64, which is judged by the address it holds. Text that is no address is not
 * public either.
 */
export function isGlobalUnicast(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  return address.kind() === 'ipv4' ? isGlobalIpv4(address as ipaddr.IPv4) : isGlobalIpv6(address as ipaddr.IPv6);
}

function isGlobalIpv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !CLOUD_CONTROL.includes(address.toString());
}

function isGlobalIpv6(address: ipaddr.IPv6): boolean {
  if (address.zoneId) return false;
  if (address.match(NAT64)) return isGlobalUnicast(address.toByteArray().slice(12).join('.'));
  return address.match(GLOBAL_IPV6) && address.range() === 'unicast';
}
