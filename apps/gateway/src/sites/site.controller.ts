import { Controller, Get, Inject, Post, Req, Res, SetMetadata } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, notFound, siteNames } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { networkOf } from '@bindery/service';
import { anonymousKey, foreignTokensKey } from '../auth/auth.guard';
import { FilesController } from '../files/files.controller';
import { GATEWAY_CONFIG, type GatewayConfig } from '../gateway.config';
import { refuseOtherMethods } from '../mcp/serve-mcp';
import { Allowances, tooManyRequests } from '../rate-limit/allowances';
import { SiteAssets } from './assets/site-assets';
import { CustomHosts, hostnameOf, hostRoute } from './custom-hosts';
import { asksQuestion, SiteCache, type KeptAnswer, type SiteQuestion } from './site-cache';
import { feedbackAddress, SiteFeedback } from './site-feedback';
import { SiteGuesses } from './site-guesses';
import { mcpAddress, SiteMcp } from './site-mcp';
import { sendAnswer, sendFailure, sendNotice } from './site-pages';
import { endVisit, keepVisit, visitAddress, type VisitAddress } from './visit-address';

const assetAddress = new RegExp(`/${siteNames.assets}/([\\w./-]+)$`);
const fileAddress = new RegExp(`/${siteNames.files}/([\\w-]+)/([\\w-]+)$`);

/** Published sites in a browser: below the platform's address, and at their own host names. */
@Controller()
export class SiteController {
  private readonly cache: SiteCache;
  private readonly assets = new SiteAssets();
  private readonly guesses: SiteGuesses;
  private readonly feedback: SiteFeedback;
  private readonly mcp: SiteMcp;

  constructor(
    private readonly hosts: CustomHosts,
    private readonly files: FilesController,
    private readonly allowances: Allowances,
    rpc: RpcClient,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {
    this.cache = new SiteCache(rpc);
    this.guesses = new SiteGuesses(allowances);
    this.feedback = new SiteFeedback(rpc, allowances, config.RATE_LIMIT === 'off');
    this.mcp = new SiteMcp(rpc, this.guesses, allowances, config);
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

  @Post('sites/*')
  @SetMetadata(anonymousKey, true)
  @SetMetadata(foreignTokensKey, true)
  async postBelow(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.post(request, reply, this.config.PUBLIC_URL + request.url);
  }

  @Post(`${hostRoute}/*`)
  @SetMetadata(anonymousKey, true)
  @SetMetadata(foreignTokensKey, true)
  async postAtHost(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (!this.hosts.isRouted(request.raw)) throw notFound('Page');
    const path = request.url.slice(hostRoute.length);
    await this.post(request, reply, `https://${hostnameOf(request.raw)}${path}`);
  }

  /** Programs post to one address of a site, and browsers post the feedback of readers. */
  private async post(request: FastifyRequest, reply: FastifyReply, address: string): Promise<void> {
    if (URL.canParse(address) && feedbackAddress.test(new URL(address).pathname))
      return this.feedback.take(address, request, reply);
    if (!URL.canParse(address) || !mcpAddress.test(new URL(address).pathname)) throw notFound('Page');
    await this.mcp.serve(request, reply, address);
  }

  private async serve(request: FastifyRequest, reply: FastifyReply, address: string): Promise<void> {
    try {
      const { pathname, searchParams } = new URL(address);
      if (opensStream(request, pathname)) return acceptsPage(request) ? explainMcp(reply) : refuseOtherMethods(reply);
      const [, organization, hash] = fileAddress.exec(pathname) ?? [];
      if (organization && hash) {
        const name = searchParams.get('name') ?? undefined;
        return await this.files.download({ organization, hash }, name, request, reply);
      }
      const acceptEncoding = request.headers['accept-encoding']?.toString();
      const asset = assetAddress.exec(pathname)?.[1];
      if (asset) return await this.assets.send(asset, acceptEncoding, reply);
      const visit = visitAddress(address, request);
      const answer = await this.answerTo(visit, request);
      if (pathname.endsWith(`/${siteNames.signOut}`) && answer.location !== undefined)
        return this.signOut(visit, answer, reply);
      // An answer without a tag is valid for this visit only: a page, or a redirect to the sign-in.
      const isAdmitted = answer.status < 400 && (answer.tag !== '' || answer.location === undefined);
      if (Object.keys(visit.fresh).length > 0 && isAdmitted) return this.keep(visit, answer, reply);
      await sendAnswer(reply, answer, {
        acceptEncoding,
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
      // A token in the address is new: the service that issued it would only be queried again.
      redirect: visit.fresh.jwt_token === undefined,
    };
    const answer = await this.ask(question, request);
    // A visitor who has to sign in elsewhere returns to the complete requested address.
    const isSent = answer.location !== undefined && answer.tag === '' && visit.whole !== visit.url;
    return isSent ? this.ask({ ...question, url: visit.whole }, request) : answer;
  }

  private async ask(question: SiteQuestion, request: FastifyRequest): Promise<KeptAnswer> {
    const fresh = this.cache.fresh(question);
    if (fresh) return fresh;
    if (this.config.RATE_LIMIT === 'off') return this.cache.open(question);
    this.guesses.check(request.ip);
    const { pathname } = new URL(question.page);
    if (pathname.endsWith(`/${siteNames.search}`) || asksQuestion(question.page))
      await this.takeSearch(`address ${networkOf(request.ip)}`);
    // A reader who types too fast still has the results page.
    if (pathname.endsWith(`/${siteNames.found}`)) await this.takeSearch(`typing ${networkOf(request.ip)}`);
    try {
      return await this.cache.open(question);
    } catch (error) {
      if ([403, 404].includes(ApiError.from(error).code)) await this.guesses.count(request.ip);
      throw error;
    }
  }

  private async takeSearch(subject: string): Promise<void> {
    const { admitted, resetsAt } = await this.allowances.take('search', subject);
    if (!admitted) throw tooManyRequests(resetsAt);
  }

  /** Deletes the visitor's cookies, and redirects to the entry page. */
  private signOut({ url }: VisitAddress, { base, location }: KeptAnswer, reply: FastifyReply): void {
    void reply
      .status(302)
      .headers({
        'set-cookie': endVisit(base, url.startsWith('https:')),
        location: location!,
        'cache-control': 'no-store',
      })
      .send();
  }

  /** Stores the visitor's credentials as cookies, and redirects to the address without them. */
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

/** Whether a program requests a stream of messages, which is not supported; a browser requests a page at that address. */
const opensStream = ({ headers }: FastifyRequest, pathname: string): boolean =>
  pathname.endsWith(`/${siteNames.mcp}`) ||
  (mcpAddress.test(pathname) && /^text\/event-stream\b/.test(headers.accept ?? ''));

const acceptsPage = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/.test(headers.accept ?? '');

const explainMcp = (reply: FastifyReply): void =>
  sendNotice(
    reply,
    200,
    'A URL for agents',
    'This site is a server of the Model Context Protocol. Add this URL to an agent, and it can search and read the site.',
  );
