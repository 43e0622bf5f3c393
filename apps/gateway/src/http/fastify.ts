import { randomUUID } from 'node:crypto';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyHttpOptions, FastifyReply, RawServerDefault } from 'fastify';
import { allEndpoints, ApiError } from '@bindery/contracts';
import { defaultTimeout } from '@bindery/messaging';
import { currentContext, runInContext } from '@bindery/observability';
import type { GatewayConfig } from '../gateway.config';
import { sendError } from './error.filter';
import type { HttpParts } from './http-parts';
import { createHttpServer, refuse } from './http-server';
import { leaveBodies } from './read-body';
import { refuseEarly } from './refuse-early';
import { isOfApi, withCaller } from './vary';
import { traceRequests } from './trace-requests';

/** Fastify with the platform's settings: bounded bodies, long path parameters, own request ids. */
export function createAdapter(config: GatewayConfig, parts: HttpParts): FastifyAdapter {
  const { metrics, tracing, draining, hosts } = parts;
  const isRefused = refuseEarly(config, parts);
  const options: FastifyHttpOptions<RawServerDefault> = {
    trustProxy: config.TRUST_PROXY,
    genReqId: () => randomUUID(),
    serverFactory: (handler) =>
      createHttpServer((request, response) => {
        const handle = () => {
          if (!isRefused(request, response)) handler(request, response);
        };
        const asked = hosts.route(request);
        if (asked) void asked.then(handle);
        else handle();
      }),
    routerOptions: { maxParamLength: 2048, ignoreTrailingSlash: true },
    // A request on a connection that is still open is answered; the connection closes with it.
    return503OnClosing: false,
    frameworkErrors: (_error, _request, reply) =>
      sendError(reply as FastifyReply, new ApiError(400, 'The URL is not valid')),
    clientErrorHandler: refuse,
  };
  const adapter: FastifyAdapter = new FastifyAdapter(options);
  const server = adapter.getInstance();
  if (tracing) traceRequests(server as never, tracing, config.TRUST_TRACEPARENT);
  const operations = new Map(allEndpoints().map((endpoint) => [`${endpoint.method} /v1${endpoint.path}`, endpoint]));
  server.addHook('onRoute', (route) => {
    const method = route.method === 'HEAD' ? 'GET' : String(route.method);
    const endpoint = operations.get(`${method} ${route.url}`);
    if (!endpoint) return;
    const { name: operation, timeout = defaultTimeout } = endpoint;
    route.onRequest = ({ id: requestId }, _reply, done) => {
      const span = currentContext()?.span;
      runInContext({ requestId, operation, deadline: Date.now() + timeout, hops: 0, span }, done);
    };
    route.onResponse = (_request, reply, done) => {
      metrics.operations.observe({ operation, status: reply.statusCode }, reply.elapsedTime / 1000);
      done();
    };
  });
  server.addHook('onSend', (request, reply, _payload, done) => {
    void reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
    if (isOfApi(request.url)) void reply.header('vary', withCaller(reply.getHeader('vary')));
    if (draining()) void reply.header('connection', 'close');
    done();
  });
  leaveBodies(server as never);
  return adapter;
}
