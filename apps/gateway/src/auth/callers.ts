import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Principal } from '@bindery/contracts';
import { Cookies } from './session';
import { GATEWAY_CONFIG, type GatewayConfig } from '../gateway.config';
import { OwnPages, foreignSite } from './own-pages';
import { Principals } from './principals';

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/** The token that the request carries, if its header is well-formed. */
export const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer ([\w.-]{1,200})$/i.exec(headers.authorization ?? '')?.[1];

/**
 * Finds the caller of an operation: the holder of a bearer token, or else the user of the session in
 * a cookie. Browsers send cookies for requests of any page, so a session is only accepted for the platform's own pages:
 * reads of other pages are anonymous, and their changes are rejected. An answer is never readable by
 * scripts of other origins, as it does not allow credentials (`Access-Control-Allow-Credentials`).
 */
@Injectable()
export class Callers {
  private readonly cookies: Cookies;

  constructor(
    private readonly principals: Principals,
    private readonly ownPages: OwnPages,
    @Inject(GATEWAY_CONFIG) { PUBLIC_URL }: Pick<GatewayConfig, 'PUBLIC_URL'>,
  ) {
    this.cookies = new Cookies(PUBLIC_URL);
  }

  /** The caller; undefined where the request has no valid credentials. */
  async of(request: FastifyRequest): Promise<Principal | undefined> {
    if (request.headers.authorization !== undefined) {
      const token = bearerOf(request);
      return token === undefined ? undefined : this.principals.ofToken(token);
    }
    const secret = this.sessionOf(request);
    return secret === undefined ? undefined : this.principals.ofSession(secret);
  }

  /** Throws 403 when a page of another site uses a session for a change. */
  refuseForeign(request: FastifyRequest): void {
    const isChange = !safeMethods.includes(request.method);
    if (request.headers.authorization !== undefined || !isChange || !this.cookies.read(request, 'session')) return;
    if (!this.ownPages.isShownOwn(request)) throw foreignSite();
  }

  /** The secret of the session in the cookie, if it may be used. */
  private sessionOf(request: FastifyRequest): string | undefined {
    const secret = this.cookies.read(request, 'session');
    if (!secret) return undefined;
    const counts = safeMethods.includes(request.method)
      ? !this.ownPages.isForeign(request)
      : this.ownPages.isShownOwn(request);
    return counts ? secret : undefined;
  }
}
