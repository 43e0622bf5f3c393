import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '@bindery/contracts';
import type { Logger } from '@bindery/observability';

/** What a failure of the HTTP layer itself means, by Fastify's error code. */
const httpErrors: Record<string, ApiError> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new ApiError(415, 'Send the body as application/json'),
  FST_ERR_CTP_BODY_TOO_LARGE: new ApiError(413, 'The body is too large'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new ApiError(400, 'The body is not as long as Content-Length says'),
  FST_ERR_CTP_INVALID_JSON_BODY: new ApiError(400, 'The body is not valid JSON'),
};

/** Every failure as `{ error: { code, message, details? } }`; what is not known is a bare 500 with the request's id. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    sendError(reply, this.known(thrown, request.id));
  }

  private known(thrown: unknown, requestId: string): ApiError {
    if (thrown instanceof ApiError) return thrown;
    if (thrown instanceof HttpException)
      return new ApiError(thrown.getStatus(), thrown.getStatus() === 404 ? 'Not found' : thrown.message);
    const { code, statusCode } = (thrown ?? {}) as { code?: string; statusCode?: number };
    const http = code && httpErrors[code];
    if (http) return http;
    if (thrown instanceof SyntaxError || statusCode === 400) return new ApiError(400, 'The body is not valid JSON');
    if (statusCode && statusCode < 500) return new ApiError(statusCode, 'The request cannot be understood');
    this.logger.error({ err: thrown, requestId }, 'A request failed');
    return new ApiError(500, `Internal error (request ${requestId})`);
  }
}

export function sendError(reply: FastifyReply, { code, message, details, retryAfter }: ApiError): void {
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
  void reply.status(code).header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store');
  void reply.send({ error: { code, message, ...(details && { details }) } });
}
