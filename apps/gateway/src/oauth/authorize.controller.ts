import { Controller, Get, Inject, Post, Req, Res, SetMetadata, UseFilters } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  anonymous,
  ApiError,
  oauth,
  organizationCards,
  tokenScopes,
  userCards,
  type CheckedAuthorization,
  type Organization,
  type Principal,
} from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { anonymousKey } from '../auth/auth.guard';
import { foreignSite, OwnPages } from '../auth/own-pages';
import { Principals } from '../auth/principals';
import { Cookies } from '../auth/session';
import { ForeignObjectLoader } from '../composition/foreign-object-loader';
import { GATEWAY_CONFIG, type GatewayConfig } from '../gateway.config';
import { readForm, sendPage } from '../sign-in/form';
import { PageErrorFilter } from '../sign-in/page-error.filter';
import { consentPage, refusedPage } from './consent-page';
import { parametersOf } from './parameters';

/** The parameters of an authorization request (RFC 6749, 7636, 8707). */
const known = [
  ...['client_id', 'redirect_uri', 'response_type', 'scope', 'state'],
  ...['code_challenge', 'code_challenge_method', 'resource'],
];

type Parameters = Record<string, string>;

/** The page where users decide whether an OAuth client may act for them. */
@Controller('oauth/authorize')
@UseFilters(PageErrorFilter)
export class AuthorizeController {
  private readonly cookies: Cookies;

  constructor(
    private readonly rpc: RpcClient,
    private readonly principals: Principals,
    private readonly ownPages: OwnPages,
    private readonly foreignObjects: ForeignObjectLoader,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {
    this.cookies = new Cookies(config.PUBLIC_URL);
  }

  /**
   * Opening it changes nothing, and redirects to no other site: any page may send a browser here, for a client that registered
   * any address. Errors are shown to the user (RFC 9700, section 4.11.2).
   */
  @Get()
  @SetMetadata(anonymousKey, true)
  async ask(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const given = request.query as Record<string, unknown>;
    const parameters = parametersOf(known, (name) => given[name]);
    const checked = await this.rpc.call(oauth.checkAuthorization, { principal: anonymous, body: { parameters } });
    if (checked.problem !== undefined) return sendPage(reply, refusedPage(checked.problem), 400);
    const principal = await this.callerOf(request);
    if (!principal) return this.signIn(reply, parameters);
    await this.show(reply, principal, checked, parameters);
  }

  /** Accepts only requests of the platform's own pages, so that a page of another site cannot submit it for the user. */
  @Post()
  @SetMetadata(anonymousKey, true)
  async decide(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (!this.ownPages.isShownOwn(request)) throw foreignSite();
    const principal = await this.callerOf(request);
    if (!principal) throw new ApiError(401, 'Sign in first');
    const field = await readForm(request);
    const scopes = tokenScopes.filter((scope) => field(`may_${scope}`) === 'yes');
    const parameters = { ...parametersOf(known, field), scope: scopes.join(' ') };
    const allowed = field('decision') === 'allow';
    if (allowed && scopes.length === 0)
      throw new ApiError(400, 'Choose the permissions of the OAuth client, or deny it');
    const organization = field('organization');
    const body = { parameters, allowed, ...(organization && { organization }) };
    const { location } = await this.rpc.call(oauth.decideAuthorization, { principal, body });
    redirect(reply, location);
  }

  private async show(reply: FastifyReply, principal: Principal, checked: CheckedAuthorization, parameters: Parameters) {
    const ids = Object.keys(principal.organizations);
    const [users, found] = await Promise.all([
      this.foreignObjects.load(userCards, [principal.user], anonymous),
      this.foreignObjects.load(organizationCards, ids, principal),
    ]);
    const organizations = ids.map((id) => found[id]).filter((one): one is Organization => one?.agents === true);
    if (organizations.length === 0) throw new ApiError(403, 'None of your organizations allows OAuth clients');
    const { client, redirectUri, scopes } = checked as Required<CheckedAuthorization>;
    const user = users[principal.user]?.displayName ?? '';
    // Browsers also apply the policy of the page to the redirect that answers a form.
    const { protocol, origin } = new URL(redirectUri);
    const target = /^https?:$/.test(protocol) ? origin : protocol;
    sendPage(reply, consentPage({ client, redirectUri, scopes, user, organizations, parameters }), 200, target);
  }

  private signIn(reply: FastifyReply, parameters: Parameters): void {
    this.cookies.set(reply, 'next', `/oauth/authorize?${new URLSearchParams(parameters).toString()}`);
    redirect(reply, `${new URL(this.config.PUBLIC_URL).pathname.replace(/\/$/, '')}/sign-in`);
  }

  private callerOf(request: FastifyRequest): Promise<Principal | undefined> {
    const secret = this.cookies.read(request, 'session');
    return secret ? this.principals.ofSession(secret) : Promise.resolve(undefined);
  }
}

const redirect = (reply: FastifyReply, location: string): void =>
  void reply.status(303).headers({ location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).send();
