import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ApiError } from '@bindery/contracts';

/** Failures in the form of OAuth (RFC 6749, section 5.2). */
@Catch(ApiError)
export class OAuthErrorFilter implements ExceptionFilter<ApiError> {
  catch({ code, message, retryAfter }: ApiError, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
    if (code === 401) void reply.header('www-authenticate', 'Bearer');
    void reply
      .status(code)
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
      .send({ error: nameOf(code), error_description: message });
  }
}

function nameOf(code: number): string {
  if (code === 401) return 'invalid_client';
  if (code === 429 || code === 503) return 'temporarily_unavailable';
  return code < 500 ? 'invalid_request' : 'server_error';
}
