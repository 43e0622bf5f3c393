import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '@bindery/contracts';

/**
 * Lets only requests from inside through: probes, and a web server that asks for certificates. A proxy names the client of a request
 * that it forwards, and the client cannot take that back. The host name would not tell them apart, because clients choose it.
 */
@Injectable()
export class InsideGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined)
      throw new ApiError(404, 'Not found');
    return true;
  }
}
