import { isIP } from 'node:net';
import * as ipaddr from 'ipaddr.js';
import type { Setting } from '@bindery/config';
import { parsedUrl } from '@bindery/contracts';

/** One place that requests may go to. `hostname` has no brackets and no trailing dot. */
export interface Destination {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: number;
  readonly address: string;
}

interface Rule {
  readonly protocol?: string;
  readonly port?: number;
  /** A rule names a host or a network. */
  readonly hostname?: string;
  readonly network?: [ipaddr.IPv4 | ipaddr.IPv6, number];
}

/** Destinations besides the public internet that an operator lets tenants reach; see `parseAllowList`. */
export class AllowList {
  constructor(private readonly rules: readonly Rule[]) {}

  permits(destination: Destination): boolean {
    return this.rules.some((rule) => isMet(rule, destination));
  }
}

/** Allows nothing besides the public internet. */
export const ALLOW_NOTHING = new AllowList([]);

const ENTRY =
  /^(?:(?<scheme>https?):\/\/)?(?:\[(?<ipv6>[^\]]+)\]|(?<host>[^:/[\]@?#\\%\s]+))(?:\/(?<bits>\d{1,3}))?(?::(?<port>\d{1,5}))?$/i;
const BARE_IPV6 = /^[0-9a-f:.]*:[0-9a-f:.]*:[0-9a-f:.]*(\/\d{1,3})?$/i;
const HOSTNAME = /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/;

/**
 * Reads the setting OUTBOUND_ALLOW: hosts, addresses and networks separated by commas, each with a scheme and a port if
 * it is to hold for these only: `docs.internal, 10.1.0.0/16, http://localhost:8080, [fd00::1]:443, fd00::/8`.
 * A host name allows all addresses of the name; it does not extend to its subdomains. Without a port all ports
 * are allowed. Throws an Error that names the entry which cannot be read.
 */
export function parseAllowList(setting: string): AllowList {
  const entries = setting.split(',').map((entry) => entry.trim());
  return new AllowList(entries.filter((entry) => entry !== '').map(parseRule));
}

function parseRule(entry: string): Rule {
  const parts = ENTRY.exec(BARE_IPV6.test(entry) ? entry.replace(/^[^/]+/, '[$&]') : entry)?.groups;
  const port = parts?.port === undefined ? undefined : Number(parts.port);
  if (!parts || (port !== undefined && (port < 1 || port > 65_535))) throw unreadable(entry);
  const protocol = parts.scheme && `${parts.scheme.toLowerCase()}:`;
  return { ...(protocol && { protocol }), ...(port && { port }), ...target(entry, parts) };
}

function target(entry: string, { ipv6, host = '', bits }: Record<string, string | undefined>): Rule {
  const address = ipv6 ?? host;
  if (ipv6 !== undefined || /^[\d.]+$/.test(host)) {
    if (!isIP(address)) throw unreadable(entry);
    try {
      return { network: ipaddr.parseCIDR(`${address}/${bits ?? (ipv6 === undefined ? 32 : 128)}`) };
    } catch {
      throw unreadable(entry);
    }
  }
  const hostname = normalHostname(host);
  const isName = HOSTNAME.test(hostname) && !isIP(hostname);
  if (bits !== undefined || !isName) throw unreadable(entry);
  return { hostname };
}

function normalHostname(host: string): string {
  return parsedUrl(`http://${host}`)?.hostname.replace(/\.$/, '') ?? '';
}

function unreadable(entry: string): Error {
  return new Error(`has ${JSON.stringify(entry)}, which is not a host, IP address or network, with or without a port`);
}

function isMet(rule: Rule, { protocol, hostname, port, address }: Destination): boolean {
  if (rule.protocol !== undefined && rule.protocol !== protocol) return false;
  if (rule.port !== undefined && rule.port !== port) return false;
  if (rule.network === undefined) return rule.hostname === hostname;
  const [network, bits] = rule.network;
  const target = ipaddr.process(address);
  return target.kind() === network.kind() && target.match(network, bits);
}

/** A setting that names such destinations; by default there are none. */
export const allowList = (about: string): Setting<AllowList> => ({
  about,
  parse: parseAllowList,
  fallback: parseAllowList(''),
  defaultText: 'none',
});
