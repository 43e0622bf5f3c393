import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '@bindery/contracts';
import { sendError } from '../http/error.filter';
import { sendPage, wantsJson } from './form';
import { errorPage } from './pages';

/** Failures of the sign-in pages as pages, for browsers. */
@Catch(ApiError)
export class PageErrorFilter implements ExceptionFilter<ApiError> {
  catch(error: ApiError, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    if (wantsJson(http.getRequest<FastifyRequest>())) return sendError(reply, error);
    if (error.retryAfter !== undefined) void reply.header('retry-after', String(error.retryAfter));
    sendPage(reply, errorPage(error.message), error.code);
  }
}
