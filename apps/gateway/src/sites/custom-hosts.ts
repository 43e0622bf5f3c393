import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';

/** The internal route for requests to host names of sites; no external address matches it. */
export const hostRoute = '/~site-host';

/** Milliseconds of caching whether a host name belongs to a site. */
const maxAge = 800;

/** Distinguishes requests to the host names of sites from those to the platform itself. */
export class CustomHosts {
  private readonly known = new LRUCache<string, Promise<boolean>>({ max: 10_000, ttl: maxAge });
  private readonly routed = new WeakSet<IncomingMessage>();

  constructor(
    /** The host names of the platform itself. */
    private readonly own: readonly string[],
    private readonly isSite: (hostname: string) => Promise<boolean>,
  ) {}

  /** Undefined, or a promise while the owner of the host is being looked up. */
  route(request: IncomingMessage): Promise<void> | undefined {
    const hostname = hostnameOf(request);
    if (!hostname || this.own.includes(hostname) || hostname === 'localhost' || isIP(hostname)) return undefined;
    return this.ask(hostname).then((isSite) => {
      if (!isSite) return;
      request.url = hostRoute + (request.url ?? '/');
      this.routed.add(request);
    });
  }

  /** Whether a request was sent to a site's own host. */
  isRouted(request: IncomingMessage): boolean {
    return this.routed.has(request);
  }

  private ask(hostname: string): Promise<boolean> {
    let asked = this.known.get(hostname);
    if (!asked) {
      // While the sites service does not answer, the host counts as the platform's, as it does without sites.
      asked = this.isSite(hostname).catch(() => false);
      this.known.set(hostname, asked);
    }
    return asked;
  }
}

/** The requested host name, without its port; empty for an invalid one. */
export function hostnameOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const host = headers.host ?? '';
  const name = host.startsWith('[') ? host.slice(1, host.indexOf(']')) : host.split(':')[0]!;
  return /^[\w.:-]{1,253}$/.test(name) ? name.toLowerCase() : '';
}
