import type { FastifyInstance } from 'fastify';
import { runWithoutDeadline, type Tracing } from '@bindery/observability';
import type { GatewayConfig } from '../gateway.config';

/**
 * Gives every traced request a span, and makes its calls part of it. A span contains the route and never the address,
 * which may contain secrets of the caller; the caller's own trace is used as far as the setting permits.
 */
export function traceRequests(server: FastifyInstance, tracing: Tracing, trust: GatewayConfig['TRUST_TRACEPARENT']) {
  server.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'no route';
    const theirs = trust === 'off' ? undefined : String(request.headers.traceparent);
    const span = tracing.span(`${request.method} ${route}`, {
      kind: 'server',
      ...(trust === 'parent' ? { parent: theirs } : { links: [theirs] }),
      attributes: { 'http.request.method': request.method, 'http.route': route, 'bindery.request_id': request.id },
    });
    if (!span) return done();
    // Unlike 'finish' it is always emitted: once the answer is sent, or the client has disconnected.
    reply.raw.once('close', () => {
      const { statusCode } = reply;
      const failure = statusCode >= 500 ? String(statusCode) : undefined;
      span.end({ attributes: { 'http.response.status_code': statusCode }, failure });
    });
    // Each call of a service has its own deadline; the request as a whole has none here.
    runWithoutDeadline({ requestId: request.id, operation: route, span }, done);
  });
}
