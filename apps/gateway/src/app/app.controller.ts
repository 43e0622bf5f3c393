import { Controller, Get, Inject, Post, Req, Res, SetMetadata, UseFilters } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound, type Principal } from '@bindery/contracts';
import { Forwarder } from '../api/forward';
import { anonymousKey } from '../auth/auth.guard';
import { Principals } from '../auth/principals';
import { GATEWAY_CONFIG, type GatewayConfig } from '../gateway.config';
import { sendPage } from '../sign-in/form';
import { PageErrorFilter } from '../sign-in/page-error.filter';
import { viewAt } from './app-address';
import { objectPage } from './object-page';
import { isAppPath, readCookie, setCookie } from './session';

/** Read-only views of everything that has an address in `urls.app`, for people who have signed in. */
@Controller('app')
@UseFilters(PageErrorFilter)
export class AppController {
  private readonly prefix: string;

  constructor(
    private readonly principals: Principals,
    private readonly forwarder: Forwarder,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {
    this.prefix = new URL(config.PUBLIC_URL).pathname.replace(/\/$/, '');
  }

  @Get(['', '*'])
  @SetMetadata(anonymousKey, true)
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const [path = ''] = request.url.split('?');
    const principal = await this.signedIn(request);
    if (!principal) {
      if (isAppPath(path)) setCookie(reply, this.config.PUBLIC_URL, 'next', path);
      return void reply.header('cache-control', 'no-store').redirect(`${this.prefix}/sign-in`, 303);
    }
    const view = viewAt(path.slice('/app'.length));
    if (!view) throw notFound('Page');
    const { endpoint, params, query = {}, more } = view;
    const call = { principal, requestId: request.id, params };
    const [shown, below] = await Promise.all([
      this.forwarder.read(endpoint, { ...call, query }),
      more ? this.forwarder.read(more, { ...call, query: {} }) : undefined,
    ]);
    sendPage(reply, objectPage(shown, below, `${this.prefix}/app`));
  }

  @Post('sign-out')
  @SetMetadata(anonymousKey, true)
  signOut(@Res() reply: FastifyReply): void {
    setCookie(reply, this.config.PUBLIC_URL, 'token', '');
    void reply.header('cache-control', 'no-store').redirect(`${this.prefix}/sign-in`, 303);
  }

  /** Programs have tokens with scopes, which are held to at the API alone. */
  private async signedIn(request: FastifyRequest): Promise<Principal | undefined> {
    const token = readCookie(request, 'token');
    const principal = token && /^[\w.-]{1,200}$/.test(token) ? await this.principals.ofToken(token) : undefined;
    return principal?.kind === 'user' ? principal : undefined;
  }
}
