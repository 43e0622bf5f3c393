import { randomBytes } from 'node:crypto';
import { Controller, Get, Header, Inject, Param, Post, Req, Res, SetMetadata, UseFilters } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound, users, type Principal } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { anonymousKey } from '../auth/auth.guard';
import { OwnPages } from '../auth/own-pages';
import { Principals } from '../auth/principals';
import { GATEWAY_CONFIG, type GatewayConfig } from '../gateway.config';
import { PageErrorFilter } from '../sign-in/page-error.filter';
import { Cookies, isAppPath } from '../auth/session';
import { WebApp } from './web-app';

/**
 * Only the app's own files and the platform itself, and images that authors embed from elsewhere. Dialogs prevent the page
 * behind them from scrolling by an inline style, which has the nonce.
 */
const policyOf = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' data: blob: https: http:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Serves the app for every address in `urls.app`, to signed-in users. */
@Controller('app')
@UseFilters(PageErrorFilter)
export class AppController {
  private readonly prefix: string;
  private readonly cookies: Cookies;
  private readonly app: WebApp;

  constructor(
    private readonly principals: Principals,
    private readonly ownPages: OwnPages,
    private readonly rpc: RpcClient,
    @Inject(GATEWAY_CONFIG) config: GatewayConfig,
  ) {
    this.prefix = new URL(config.PUBLIC_URL).pathname.replace(/\/$/, '');
    this.cookies = new Cookies(config.PUBLIC_URL);
    this.app = new WebApp(this.prefix);
  }

  @Get(['', '*'])
  @SetMetadata(anonymousKey, true)
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const [path = ''] = request.url.split('?');
    if (!(await this.signedIn(request))) {
      if (isAppPath(path)) this.cookies.set(reply, 'next', path);
      return void reply.header('cache-control', 'no-store').redirect(`${this.prefix}/sign-in`, 303);
    }
    const nonce = randomBytes(16).toString('base64');
    void reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'referrer-policy': 'same-origin',
        'content-security-policy': policyOf(nonce),
      })
      .send(this.app.page(nonce));
  }

  /** The names of assets contain a hash of their content, so they may be cached for ever. */
  @Get('assets/:name')
  @SetMetadata(anonymousKey, true)
  @Header('cache-control', 'public, max-age=31536000, immutable')
  @Header('vary', 'accept-encoding')
  asset(@Param('name') name: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const asset = this.app.asset(name, String(request.headers['accept-encoding'] ?? ''));
    if (!asset) throw notFound('Asset');
    void reply
      .headers({ 'content-type': asset.contentType, ...(asset.encoding && { 'content-encoding': asset.encoding }) })
      .send(asset.bytes);
  }

  /** Ends the session, also for any copy of its cookie. */
  @Post('sign-out')
  @SetMetadata(anonymousKey, true)
  async signOut(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    this.ownPages.refuseForeign(request);
    const principal = await this.signedIn(request);
    if (principal) {
      const params = { sessionId: principal.token };
      await this.rpc.call(users.deleteUserSession, { principal, params });
      this.principals.forget();
    }
    this.cookies.set(reply, 'session', '');
    void reply.header('cache-control', 'no-store').redirect(`${this.prefix}/sign-in`, 303);
  }

  /** The user of the browser's session. Any page may link here, as only signing out changes anything. */
  private async signedIn(request: FastifyRequest): Promise<Principal | undefined> {
    const secret = this.cookies.read(request, 'session');
    return secret ? this.principals.ofSession(secret) : undefined;
  }
}
