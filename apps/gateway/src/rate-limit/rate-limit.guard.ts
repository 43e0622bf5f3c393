import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AllowanceKind } from '@bindery/contracts';
import { operationKey } from '../api/routes';
import { bearerOf } from '../auth/auth.guard';
import { Principals } from '../auth/principals';
import { Admission } from '../http/admission';
import { GATEWAY_CONFIG, type GatewayConfig } from '../gateway.config';
import { Allowances, tooManyRequests, type Taken } from './allowances';

/** Operations that are counted once more, by their names. */
const stricter: Record<string, AllowanceKind> = {
  searchOrganizationContent: 'search',
  searchSpaceContent: 'search',
  searchSiteContent: 'search',
  joinOrganization: 'join',
  joinOrganizationWithInvite: 'join',
  inviteUsersToOrganization: 'invites',
  createOrganizationInvite: 'invites',
};

/** Holds callers of `/v1` back: each token, and each network address of those who bring no valid one. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly known: Principals,
    private readonly admission: Admission,
    private readonly reflector: Reflector,
    private readonly allowances: Allowances,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    // The address as it was sent may spell a route in many ways; what the router found counts.
    const operation = this.reflector.get<string | undefined>(operationKey, context.getHandler());
    if (this.config.RATE_LIMIT === 'off' || operation === undefined) return true;
    return this.admission.enter(() => this.admit(context, operation));
  }

  private async admit(context: ExecutionContext, operation: string): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const token = bearerOf(request);
    const principal = token && (await this.known.ofToken(token));
    const [kind, subject] = principal ? (['token', principal.token] as const) : (['address', request.ip] as const);
    let taken = await this.allowances.take(kind, subject);
    const more = stricter[operation];
    if (taken.admitted && more) taken = least(taken, await this.allowances.take(more, `${kind} ${subject}`));
    tell(context.switchToHttp().getResponse<FastifyReply>(), taken);
    if (taken.admitted) return true;
    throw tooManyRequests(taken.resetsAt);
  }
}

const least = (a: Taken, b: Taken): Taken => (b.remaining <= a.remaining || !b.admitted ? b : a);

function tell(reply: FastifyReply, { limit, remaining, resetsAt }: Taken): void {
  void reply.headers({
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': Math.ceil(resetsAt / 1000),
  });
}
