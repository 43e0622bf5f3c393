import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';

/** Where requests to host names of sites are routed; no address from outside leads there. */
export const hostRoute = '/~site-host';

/** Milliseconds for which it is not asked again whether a host name is a site's. */
const maxAge = 800;

/** Tells requests to the host names of sites from those to the platform itself. */
export class CustomHosts {
  private readonly known = new LRUCache<string, Promise<boolean>>({ max: 10_000, ttl: maxAge });
  private readonly routed = new WeakSet<IncomingMessage>();
  private readonly own: string;

  constructor(
    publicUrl: string,
    private readonly isSite: (hostname: string) => Promise<boolean>,
  ) {
    this.own = new URL(publicUrl).hostname;
  }

  /** Undefined, or a promise where it has to be asked whose the host is. */
  route(request: IncomingMessage): Promise<void> | undefined {
    const hostname = hostnameOf(request);
    if (!hostname || hostname === this.own || hostname === 'localhost' || isIP(hostname)) return undefined;
    return this.ask(hostname).then((isSite) => {
      if (!isSite) return;
      request.url = hostRoute + (request.url ?? '/');
      this.routed.add(request);
    });
  }

  /** Whether a request came to a site's own host. */
  isRouted(request: IncomingMessage): boolean {
    return this.routed.has(request);
  }

  private ask(hostname: string): Promise<boolean> {
    let asked = this.known.get(hostname);
    if (!asked) {
      // While nobody can say, the host is the platform's, as it is when there are no sites.
      asked = this.isSite(hostname).catch(() => false);
      this.known.set(hostname, asked);
    }
    return asked;
  }
}

/** The name of the host that was asked, without its port; empty when it is no name. */
export function hostnameOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const host = headers.host ?? '';
  const name = host.startsWith('[') ? host.slice(1, host.indexOf(']')) : host.split(':')[0]!;
  return /^[\w.:-]{1,253}$/.test(name) ? name.toLowerCase() : '';
}
