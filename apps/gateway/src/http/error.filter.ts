import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '@bindery/contracts';
import type { Logger } from '@bindery/observability';

/** Every failure as `{ error: { code, message, details? } }`; an unknown one is a plain 500 with the request's id. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly logger: Logger,
    private readonly publicUrl: string,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const error = this.known(thrown, request.id);
    if (error.code === 401) void reply.header('www-authenticate', challenge(request, this.publicUrl));
    sendError(reply, error);
  }

  private known(thrown: unknown, requestId: string): ApiError {
    if (thrown instanceof ApiError) return thrown;
    if (thrown instanceof HttpException)
      return new ApiError(thrown.getStatus(), thrown.getStatus() === 404 ? 'Not found' : thrown.message);
    const { statusCode } = (thrown ?? {}) as { statusCode?: number };
    if (statusCode && statusCode < 500) return new ApiError(statusCode, 'The request is not valid HTTP');
    this.logger.error({ err: thrown, requestId }, 'A request failed');
    return new ApiError(500, `Internal error (request ${requestId})`);
  }
}

export function sendError(reply: FastifyReply, { code, message, details, retryAfter }: ApiError): void {
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
  if (code === 401 && !reply.hasHeader('www-authenticate')) void reply.header('www-authenticate', 'Bearer');
  void reply.status(code).header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store');
  void reply.send({ error: { code, message, ...(details && { details }) } });
}

/** Points agents to the metadata about tokens (RFC 9728, section 5.1). */
const challenge = ({ url }: FastifyRequest, publicUrl: string): string =>
  /^\/mcp\/?(\?|$)/.test(url)
    ? `Bearer resource_metadata="${publicUrl}/.well-known/oauth-protected-resource/mcp"`
    : 'Bearer';
