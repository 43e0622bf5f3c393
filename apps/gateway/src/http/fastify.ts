import { randomUUID } from 'node:crypto';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyHttpOptions, FastifyReply, RawServerDefault } from 'fastify';
import { ApiError } from '@bindery/contracts';
import { sendError } from './error.filter';
import type { GatewayConfig } from '../gateway.config';

const mebibyte = 1024 * 1024;

/** Fastify as the platform wants it: bounded bodies, long path parameters, a request id of our own. */
export function createAdapter(config: GatewayConfig): FastifyAdapter {
  const options: FastifyHttpOptions<RawServerDefault> = {
    trustProxy: config.TRUST_PROXY,
    bodyLimit: 32 * mebibyte,
    genReqId: () => randomUUID(),
    // Longer than a load balancer keeps its connections, so that it never sends into one that we close.
    keepAliveTimeout: 75_000,
    requestTimeout: 60_000,
    routerOptions: { maxParamLength: 2048, ignoreTrailingSlash: true },
    frameworkErrors: (_error, _request, reply) =>
      sendError(reply as FastifyReply, new ApiError(400, 'The address is not valid')),
  };
  const adapter: FastifyAdapter = new FastifyAdapter(options);
  const server = adapter.getInstance();
  server.addHook('onSend', async (request, reply) => {
    void reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
  });
  // A body-less request that names a content type is no error: many HTTP tools send one with every DELETE.
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parse(request, body as string, done);
  });
  // Files come as they are; routes that want JSON refuse them.
  server.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  return adapter;
}
