import { Controller, Get, Inject, Req, Res, SetMetadata } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, notFound } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { anonymousKey } from '../auth/auth.guard';
import { FilesController } from '../files/files.controller';
import { GATEWAY_CONFIG, type GatewayConfig } from '../gateway.config';
import { Allowances, tooManyRequests } from '../rate-limit/allowances';
import { CustomHosts, hostnameOf, hostRoute } from './custom-hosts';
import { SiteCache, type KeptAnswer } from './site-cache';
import { SiteGuesses } from './site-guesses';
import { sendAnswer, sendFailure } from './site-pages';
import { keepVisit, visitAddress, type VisitAddress } from './visit-address';

const fileAddress = /\/~files\/([\w-]+)\/([\w-]+)$/;

/** Published sites in a browser: below the platform's address, and at host names of their own. */
@Controller()
export class SiteController {
  private readonly cache: SiteCache;
  private readonly guesses: SiteGuesses;

  constructor(
    private readonly hosts: CustomHosts,
    private readonly files: FilesController,
    private readonly allowances: Allowances,
    rpc: RpcClient,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {
    this.cache = new SiteCache(rpc);
    this.guesses = new SiteGuesses(allowances);
  }

  @Get('sites/*')
  @SetMetadata(anonymousKey, true)
  async below(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.serve(request, reply, this.config.PUBLIC_URL + request.url);
  }

  @Get([hostRoute, `${hostRoute}/*`])
  @SetMetadata(anonymousKey, true)
  async atHost(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (!this.hosts.isRouted(request.raw)) throw notFound('Page');
    const path = request.url.slice(hostRoute.length);
    await this.serve(request, reply, `https://${hostnameOf(request.raw)}${path}`);
  }

  private async serve(request: FastifyRequest, reply: FastifyReply, address: string): Promise<void> {
    try {
      const { pathname, searchParams } = new URL(address);
      const [, organization, hash] = fileAddress.exec(pathname) ?? [];
      if (organization && hash) {
        const name = searchParams.get('name') ?? undefined;
        return await this.files.download({ organization, hash }, name, request, reply);
      }
      const visit = visitAddress(address, request);
      const answer = await this.answerTo(visit, request);
      // Without a tag it is good for this visit alone: a page, or the way to where visitors get a token.
      const isAdmitted = answer.status < 400 && (answer.tag !== '' || answer.location === undefined);
      if (Object.keys(visit.fresh).length > 0 && isAdmitted) return this.keep(visit, answer, reply);
      sendAnswer(reply, answer, {
        packed: /\bgzip\b/.test(request.headers['accept-encoding'] ?? ''),
        tag: request.headers['if-none-match'],
      });
    } catch (error) {
      const { code, message, retryAfter } = ApiError.from(error);
      if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
      sendFailure(reply, code, code < 500 ? message : 'The site is not available; try again later');
    }
  }

  private async answerTo(visit: VisitAddress, request: FastifyRequest): Promise<KeptAnswer> {
    const host = request.headers['x-forwarded-host'];
    const question = {
      ...visit,
      ...(typeof host === 'string' && host.length <= 512 && { forwardedHost: host }),
      // A token that came with the address was just made: whoever made it would only be asked again.
      redirect: visit.fresh.jwt_token === undefined,
    };
    const fresh = this.cache.fresh(question);
    if (fresh) return fresh;
    if (this.config.RATE_LIMIT === 'off') return this.cache.open(question);
    this.guesses.check(request.ip);
    if (new URL(visit.page).pathname.endsWith('/~search')) await this.takeSearch(request.ip);
    try {
      return await this.cache.open(question);
    } catch (error) {
      if ([403, 404].includes(ApiError.from(error).code)) await this.guesses.count(request.ip);
      throw error;
    }
  }

  private async takeSearch(address: string): Promise<void> {
    const { admitted, resetsAt } = await this.allowances.take('search', `address ${address}`);
    if (!admitted) throw tooManyRequests(resetsAt);
  }

  /** Has the browser keep what the visitor came with, and come again without it in the address. */
  private keep(visit: VisitAddress, { base }: KeptAnswer, reply: FastifyReply): void {
    const isSecure = visit.url.startsWith('https:');
    void reply
      .status(302)
      .headers({
        'set-cookie': keepVisit(visit, base, isSecure),
        location: visit.clean,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      })
      .send();
  }
}
