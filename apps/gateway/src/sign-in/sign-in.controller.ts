import { Controller, Get, Header, Inject, Param, Post, Query, Req, Res, SetMetadata, UseFilters } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { anonymous, signIn, type SignedIn } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { isAppPath, readCookie, setCookie } from '../app/session';
import { anonymousKey } from '../auth/auth.guard';
import { GATEWAY_CONFIG, type GatewayConfig } from '../gateway.config';
import { readForm, sendJson, sendPage, wantsJson } from './form';
import { PageErrorFilter } from './page-error.filter';
import { codePage, linkPage, loginsPage, signInPage, style, tokenPage } from './pages';

const call = { principal: anonymous, params: {}, query: {} };

/** Signing in by e-mail: pages for people, and JSON for programs that ask for it. */
@Controller('sign-in')
@UseFilters(PageErrorFilter)
export class SignInController {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {}

  @Get()
  @SetMetadata(anonymousKey, true)
  ask(@Res() reply: FastifyReply): void {
    sendPage(reply, signInPage());
  }

  @Get('style.css')
  @SetMetadata(anonymousKey, true)
  @Header('content-type', 'text/css; charset=utf-8')
  @Header('cache-control', 'public, max-age=3600')
  style(): string {
    return style;
  }

  @Post()
  @SetMetadata(anonymousKey, true)
  async start(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const field = await readForm(request);
    const body = { email: field('email').trim(), address: request.ip };
    const started = await this.rpc.call(signIn.startSignIn, { ...call, body });
    if (wantsJson(request)) sendJson(reply, started);
    else sendPage(reply, codePage(started.signIn));
  }

  @Post('code')
  @SetMetadata(anonymousKey, true)
  async code(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const field = await readForm(request);
    const body = { signIn: field('signIn'), code: field('code'), address: request.ip };
    sendSignedIn(request, reply, this.config.PUBLIC_URL, await this.rpc.call(signIn.completeSignIn, { ...call, body }));
  }

  @Get('link/:link')
  @SetMetadata(anonymousKey, true)
  link(@Param('link') link: string, @Res() reply: FastifyReply): void {
    sendPage(reply, linkPage(link));
  }

  @Post('link')
  @SetMetadata(anonymousKey, true)
  async confirm(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const body = { link: (await readForm(request))('link'), address: request.ip };
    sendSignedIn(request, reply, this.config.PUBLIC_URL, await this.rpc.call(signIn.completeSignIn, { ...call, body }));
  }

  @Get('sso')
  @SetMetadata(anonymousKey, true)
  async logins(
    @Query('organization') organization: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const logins = await this.rpc.call(signIn.findLogins, { ...call, body: { organization, address: request.ip } });
    if (wantsJson(request)) sendJson(reply, logins);
    else sendPage(reply, loginsPage(logins.items));
  }
}

/** Hands out the token, the one time that it is shown; a browser keeps it for the pages of the app as well. */
export function sendSignedIn(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
  signedIn: SignedIn,
): void {
  if (wantsJson(request)) return sendJson(reply, signedIn);
  const asked = readCookie(request, 'next');
  const next = isAppPath(asked) ? asked : '/app';
  setCookie(reply, publicUrl, 'token', signedIn.token);
  setCookie(reply, publicUrl, 'next', '');
  sendPage(reply, tokenPage(signedIn, new URL(publicUrl).pathname.replace(/\/$/, '') + next));
}
