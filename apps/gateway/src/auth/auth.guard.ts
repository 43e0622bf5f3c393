import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { anonymous, ApiError, type Principal } from '@bindery/contracts';
import { Admission } from '../http/admission';
import { withAgent } from './agents';
import { operationKey } from './operation-key';
import { bearerOf, Callers } from './callers';

/** Metadata of handlers that answer callers without a token. */
export const anonymousKey = 'bindery:anonymous';

/** Metadata of handlers whose callers may send tokens of other services, which are not checked. */
export const foreignTokensKey = 'bindery:foreign-tokens';

const principals = new WeakMap<FastifyRequest, Principal>();

/** The caller; the guard has run before any handler. */
export const principalOf = (request: FastifyRequest): Principal => principals.get(request) ?? anonymous;

/** Every route needs a valid token unless it permits anonymous callers; an invalid token is rejected everywhere. */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly callers: Callers,
    private readonly admission: Admission,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const open = this.has(anonymousKey, context);
    if (request.headers.authorization === undefined) return this.admitWithoutToken(request, open, context);
    if (!bearerOf(request)?.startsWith('bnd_') && this.has(foreignTokensKey, context)) return true;
    const principal = await this.admission.enter(() => this.callers.of(request));
    if (!principal) throw new ApiError(401, 'The token is not valid');
    if (principal.kind === 'visitor' && !open) throw new ApiError(403, 'A content token can only read its site');
    principals.set(request, withAgent(principal));
    return true;
  }

  /** A session may call operations; other routes need no caller or find it themselves. */
  private async admitWithoutToken(request: FastifyRequest, open: boolean, context: ExecutionContext): Promise<boolean> {
    if (this.has(operationKey, context)) {
      this.callers.refuseForeign(request);
      const principal = await this.admission.enter(() => this.callers.of(request));
      if (principal) principals.set(request, principal);
      if (principal) return true;
    }
    if (open) return true;
    throw new ApiError(401, 'Send a token in the header Authorization: Bearer <token>, or sign in');
  }

  private has(key: string, context: ExecutionContext): boolean {
    return Boolean(this.reflector.get<unknown>(key, context.getHandler()));
  }
}
