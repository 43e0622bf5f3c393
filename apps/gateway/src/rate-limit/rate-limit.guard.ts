import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AllowanceKind, Principal } from '@bindery/contracts';
import { networkOf } from '@bindery/service';
import { operationKey } from '../auth/operation-key';
import { Callers } from '../auth/callers';
import { Admission } from '../http/admission';
import { GATEWAY_CONFIG, type GatewayConfig } from '../gateway.config';
import { Allowances, tooManyRequests, type Allowance } from './allowances';

/** Operations with an additional limit, by their names. */
const stricter: Record<string, AllowanceKind> = {
  searchOrganizationContent: 'search',
  searchSpaceContent: 'search',
  searchSiteContent: 'search',
  askInOrganization: 'search',
  streamAskInOrganization: 'search',
  streamAskInSite: 'search',
  getRecommendedQuestionsInOrganization: 'search',
  streamRecommendedQuestionsInOrganization: 'search',
  streamRecommendedQuestionsInSite: 'search',
  joinOrganization: 'join',
  joinOrganizationWithInvite: 'join',
  inviteUsersToOrganization: 'invites',
  createOrganizationInvite: 'invites',
};

/**
 * Limits the rates of callers of `/v1`: each token and session, each user over all of them, each organization, and each
 * network address of callers without valid credentials. A content token of a site is counted for each network.
 */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly callers: Callers,
    private readonly admission: Admission,
    private readonly reflector: Reflector,
    private readonly allowances: Allowances,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    // The sent address may spell a route in many ways, so the route of the router counts.
    const operation = this.reflector.get<string | undefined>(operationKey, context.getHandler());
    if (this.config.RATE_LIMIT === 'off' || operation === undefined) return true;
    return this.admission.enter(() => this.admit(context, operation));
  }

  /** One after the other: a request over the token's limit uses nothing of its user's and organization's limits. */
  private async takeAll([[kind, subject], ...further]: Counts): Promise<Allowance> {
    let taken = await this.allowances.take(kind, subject);
    for (const [kind, subject] of further)
      if (taken.admitted) taken = least(taken, await this.allowances.take(kind, subject));
    return taken;
  }

  private async admit(context: ExecutionContext, operation: string): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const principal = await this.callers.of(request);
    const counts = countsOf(principal, request);
    let taken = await this.takeAll(counts);
    const more = stricter[operation];
    // Another token does not give a user further searches.
    const [kind, named] = counts.find(([kind]) => kind === 'user') ?? counts[0];
    const subject = kind === 'address' ? networkOf(named) : named;
    if (taken.admitted && more) taken = least(taken, await this.allowances.take(more, `${kind} ${subject}`));
    setHeaders(context.switchToHttp().getResponse<FastifyReply>(), taken);
    if (taken.admitted) return true;
    throw tooManyRequests(taken.resetsAt);
  }
}

type Count = readonly [kind: AllowanceKind, subject: string];
type Counts = readonly [Count, ...Count[]];

/** The limits of a request: the first is the caller's. */
function countsOf(principal: Principal | undefined, request: FastifyRequest): Counts {
  if (!principal) return [['address', request.ip]];
  const { organizationId } = request.params as { organizationId?: string };
  const organizations = Object.keys(principal.organizations);
  const organization = organizationId ?? (organizations.length === 1 ? organizations[0] : undefined);
  // Other callers cannot use up the limit of an organization's own members.
  const isOwn = organization !== undefined && organization in principal.organizations;
  return [
    ['token', tokenSubject(principal, request)],
    ...(principal.kind === 'user' ? [['user', principal.user] as const] : []),
    ...(isOwn ? [['organization', organization] as const] : []),
  ];
}

/** Readers of a site share a token, so each network of readers has the limit of a token: one could use up that of all others. */
const tokenSubject = ({ kind, token }: Principal, { ip }: FastifyRequest): string =>
  kind === 'visitor' ? `${token} ${networkOf(ip)}` : token;

/** The allowance that rejects, or else the one with less left. */
function least(a: Allowance, b: Allowance): Allowance {
  if (a.admitted !== b.admitted) return a.admitted ? b : a;
  return b.remaining <= a.remaining ? b : a;
}

function setHeaders(reply: FastifyReply, { limit, remaining, resetsAt }: Allowance): void {
  void reply.headers({
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': Math.ceil(resetsAt / 1000),
  });
}
