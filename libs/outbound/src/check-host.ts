import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { parsedUrl } from '@bindery/contracts';
import { isGlobalUnicast } from './address';
import { ALLOW_NOTHING, type AllowList } from './allow-list';
import { OutboundError } from './outbound-error';

/** All addresses of a host name. Rejects when there are none. */
export type Resolver = (hostname: string) => Promise<readonly string[]>;

export interface CheckOptions {
  /** The hosts that the operator allows besides the public internet; by default none. */
  readonly allow?: AllowList;
  /** The ports of public addresses; by default 80 and 443. */
  readonly ports?: readonly number[];
  /** By default the resolver of the system. */
  readonly resolve?: Resolver;
  /** Ends the wait for the resolver with TIMEOUT. */
  readonly signal?: AbortSignal;
}

interface HostOptions extends CheckOptions {
  /** Against rules that name a scheme; by default `https:`. */
  readonly protocol?: string;
  /** By default 443. */
  readonly port?: number;
}

/** A URL with the addresses that were checked. A connection must go to one of them: names may resolve anew. */
export interface CheckedUrl {
  readonly url: URL;
  readonly addresses: readonly string[];
}

const PROTOCOLS = ['http:', 'https:'];
const PORTS = [80, 443];

/**
 * Reads a URL that a tenant supplied and checks where it leads, as `checkHost` does.
 * Throws OutboundError: INVALID_URL for what is not http or https or carries credentials, and those of `checkHost`.
 */
export async function checkUrl(text: string | URL, options: CheckOptions = {}): Promise<CheckedUrl> {
  const url = parseUrl(text);
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return { url, addresses: await checkHost(url.hostname, { ...options, protocol: url.protocol, port }) };
}

/**
 * Resolves a host once and answers its addresses, to be used for the connection. Every one of them must be global
 * unicast and the port one of `ports`, or else be allowed by the operator.
 * Throws OutboundError: REFUSED_ADDRESS, also when the name does not exist, TIMEOUT, and FETCH_ERROR when the resolver
 * itself fails.
 */
export async function checkHost(
  host: string,
  { protocol = 'https:', port = 443, ...options }: HostOptions = {},
): Promise<readonly string[]> {
  // As a host of a URL all spellings of an address (decimal, octal, short, full width) become the usual one.
  const hostname = bareHostname(parseUrl(`${protocol}//${host}`));
  const addresses = isIP(hostname) ? [hostname] : await resolved(hostname, options);
  const { allow = ALLOW_NOTHING, ports = PORTS } = options;
  for (const address of addresses) {
    const isPublic = isGlobalUnicast(address) && ports.includes(port);
    if (!isPublic && !allow.permits({ protocol, hostname, port, address })) throw new OutboundError('REFUSED_ADDRESS');
  }
  return addresses;
}

function parseUrl(text: string | URL): URL {
  const url = parsedUrl(String(text));
  if (!url) throw new OutboundError('INVALID_URL');
  const isPlain = PROTOCOLS.includes(url.protocol) && url.username === '' && url.password === '';
  if (!isPlain || url.hostname === '') throw new OutboundError('INVALID_URL');
  return url;
}

function bareHostname({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

async function resolved(
  hostname: string,
  { resolve = resolveBySystem, signal }: CheckOptions,
): Promise<readonly string[]> {
  const addresses = await unlessAborted(resolve(hostname), signal).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof OutboundError) throw error;
    if (error.code === 'ENOTFOUND' || error.code === 'ENODATA') return [];
    throw new OutboundError('FETCH_ERROR', { cause: error });
  });
  if (addresses.length === 0) throw new OutboundError('REFUSED_ADDRESS');
  return addresses;
}

async function resolveBySystem(hostname: string): Promise<string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(new OutboundError('TIMEOUT'));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  });
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort));
}
