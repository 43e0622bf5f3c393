import { createHmac, timingSafeEqual } from 'node:crypto';
import { Controller, Get, Header, Param, Post, Query, Req, Res, SetMetadata, UseFilters } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { anonymous, ApiError, signIn, users } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { anonymousKey } from '../auth/auth.guard';
import { foreignSite, OwnPages } from '../auth/own-pages';
import { Principals } from '../auth/principals';
import { isAppPath } from '../auth/session';
import { readForm, sendJson, sendPage, wantsJson } from './form';
import { PageErrorFilter } from './page-error.filter';
import { codePage, linkPage, loginsPage, signInPage, style, tokenPage } from './pages';
import { SignedInAnswers } from './signed-in';

const call = { principal: anonymous, params: {}, query: {} };

/**
 * Sign-in by e-mail: pages for browsers, and JSON for programs that request it. A proof is valid in the browser that requested
 * it, which a cookie identifies. A link that is opened elsewhere names the user, and needs confirmation.
 */
@Controller('sign-in')
@UseFilters(PageErrorFilter)
export class SignInController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly answers: SignedInAnswers,
    private readonly ownPages: OwnPages,
    private readonly principals: Principals,
  ) {}

  /** `next` is the page of the app on which a session has ended; signing in leads there. */
  @Get()
  @SetMetadata(anonymousKey, true)
  ask(@Res() reply: FastifyReply, @Query('next') next?: string): void {
    if (isAppPath(next)) this.answers.cookies.set(reply, 'next', next);
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
    this.ownPages.refuseForeign(request);
    const field = await readForm(request);
    const browser = this.answers.cookies.browserOf(request, reply);
    const body = { email: field('email').trim(), address: request.ip, browser };
    const started = await this.rpc.call(signIn.startSignIn, { ...call, body });
    if (wantsJson(request)) sendJson(reply, started);
    else sendPage(reply, codePage(started.signIn));
  }

  @Post('code')
  @SetMetadata(anonymousKey, true)
  async code(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    this.ownPages.refuseForeign(request);
    const field = await readForm(request);
    const body = { ...this.answers.callerOf(request), signIn: field('signIn'), code: field('code') };
    this.answers.send(request, reply, await this.rpc.call(signIn.completeSignIn, { ...call, body }));
  }

  /** Opening a link changes nothing yet, because mail scanners open links, too. */
  @Get('link/:link')
  @SetMetadata(anonymousKey, true)
  async link(@Param('link') link: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const browser = this.answers.cookies.browserOf(request, reply);
    const body = { link, address: request.ip, browser };
    const { email, isOfBrowser } = await this.rpc.call(signIn.lookUpLink, { ...call, body });
    const confirmation = confirmationOf(link, browser);
    if (wantsJson(request)) sendJson(reply, { email, isOfBrowser, confirmation });
    else sendPage(reply, linkPage({ link, email, isOfBrowser, confirmation }));
  }

  @Post('link')
  @SetMetadata(anonymousKey, true)
  async confirm(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    this.ownPages.refuseForeign(request);
    const field = await readForm(request);
    const [link, caller] = [field('link'), this.answers.callerOf(request)];
    const confirmed = isConfirmation(field('confirmation'), link, caller.browser);
    const body = { ...caller, link, confirmed };
    this.answers.send(request, reply, await this.rpc.call(signIn.completeSignIn, { ...call, body }));
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

  /** A token for programs of the signed-in user, shown only once. */
  @Post('token')
  @SetMetadata(anonymousKey, true)
  async token(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (!this.ownPages.isShownOwn(request)) throw foreignSite();
    const secret = this.answers.cookies.read(request, 'session');
    const principal = secret && (await this.principals.ofSession(secret));
    if (!principal) throw new ApiError(401, 'Sign in first');
    const body = { label: 'Made in the browser' };
    const { token } = await this.rpc.call(users.createUserToken, { principal, params: {}, query: {}, body });
    sendPage(reply, tokenPage(token));
  }
}

/** Proves that the page of the link was opened in this browser: no other site knows the secret of the browser. */
const confirmationOf = (link: string, browser: string): string =>
  createHmac('sha256', browser).update(`sign-in link ${link}`).digest('base64url');

function isConfirmation(given: string, link: string, browser: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(confirmationOf(link, browser))];
  return browser !== '' && a.length === b.length && timingSafeEqual(a, b);
}
