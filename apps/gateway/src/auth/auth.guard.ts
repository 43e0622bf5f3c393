import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { anonymous, ApiError, type Principal } from '@bindery/contracts';
import { Admission } from '../http/admission';
import { Principals } from './principals';

/** Metadata of handlers that answer callers without a token. */
export const anonymousKey = 'bindery:anonymous';

/** Metadata of handlers to which callers may bring tokens of others, which are not looked at. */
export const foreignTokensKey = 'bindery:foreign-tokens';

const principals = new WeakMap<FastifyRequest, Principal>();

/** Who calls; the guard has run before any handler. */
export const principalOf = (request: FastifyRequest): Principal => principals.get(request) ?? anonymous;

/** The token that the request carries, if its header is well-formed. */
export const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer ([\w.-]{1,200})$/i.exec(headers.authorization ?? '')?.[1];

/** Every route needs a valid token unless it says that it answers anonymous callers; a bad token is refused anywhere. */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly known: Principals,
    private readonly admission: Admission,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const header = request.headers.authorization;
    const open = this.reflector.get<boolean | undefined>(anonymousKey, context.getHandler()) ?? false;
    if (header === undefined) {
      if (open) return true;
      throw new ApiError(401, 'Send a token in the header Authorization: Bearer <token>');
    }
    const token = bearerOf(request);
    if (!token?.startsWith('bnd_') && this.reflector.get<boolean | undefined>(foreignTokensKey, context.getHandler()))
      return true;
    const principal = token && (await this.admission.enter(() => this.known.ofToken(token)));
    if (!principal) throw new ApiError(401, 'The token is not valid');
    if (principal.kind === 'visitor' && !open)
      throw new ApiError(403, 'A content token reads a site, and nothing else');
    principals.set(request, principal);
    return true;
  }
}
