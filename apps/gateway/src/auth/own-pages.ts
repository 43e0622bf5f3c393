import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '@bindery/contracts';
import { GATEWAY_CONFIG, type GatewayConfig } from '../gateway.config';

type Headers = Pick<FastifyRequest, 'headers'>;

/**
 * Distinguishes requests of the platform's own pages from those of other sites' pages. Browsers report the origin in
 * two headers that scripts cannot set: `Sec-Fetch-Site`, and `Origin` with everything but plain reads.
 */
@Injectable()
export class OwnPages {
  private readonly own: URL;

  constructor(@Inject(GATEWAY_CONFIG) config: Pick<GatewayConfig, 'PUBLIC_URL'>) {
    this.own = new URL(config.PUBLIC_URL);
  }

  /** Whether one of the headers names another site. A program, which sends neither, does not count as one. */
  isForeign({ headers }: Headers): boolean {
    const { origin, host, 'sec-fetch-site': site } = headers;
    if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
    // A page that sends no referrer sends this instead of its origin (Fetch, section 3.1).
    if (origin === 'null' && site === 'same-origin') return false;
    return origin !== undefined && !this.isOwn(origin, host);
  }

  /** Whether a header proves that a page of the platform, or the user directly, made the request. */
  isShownOwn(request: Headers): boolean {
    const { origin, 'sec-fetch-site': site } = request.headers;
    return !this.isForeign(request) && (origin !== undefined || site !== undefined);
  }

  /** Throws 403 for a request of another site's page. */
  refuseForeign(request: Headers): void {
    if (this.isForeign(request)) throw foreignSite();
  }

  /** The platform may be opened under another name, for example on the machine where it runs. */
  private isOwn(origin: string, host: string | undefined): boolean {
    if (!URL.canParse(origin)) return false;
    const { protocol, host: named } = new URL(origin);
    return protocol === this.own.protocol && (named === this.own.host || named === host);
  }
}

export const foreignSite = () =>
  new ApiError(403, 'A page of another site cannot do this in your browser; open the platform itself');
