import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GatewayConfig } from '../gateway.config';
import { corsHeaders } from './cors';
import type { HttpParts } from './http-parts';
import { withCaller } from './vary';

/**
 * Rejects overload before Fastify runs, so that CPU time goes to requests that will be served. A request that is rejected
 * gets its answer here; all others are to be handled.
 */
export const refuseEarly =
  (
    config: Pick<GatewayConfig, 'CORS_ORIGINS'>,
    { admission, metrics, draining }: Pick<HttpParts, 'admission' | 'metrics' | 'draining'>,
  ) =>
  (request: IncomingMessage, response: ServerResponse): boolean => {
    // CORS preflight requests are answered here without a service; health and documents are no operations.
    if (request.method === 'OPTIONS' || !request.url?.startsWith('/v1/')) return false;
    const refusal = admission.refusal();
    if (!refusal) return false;
    const { code, message, retryAfter } = refusal;
    metrics.operations.observe({ operation: 'refused', status: code }, 0);
    const body = JSON.stringify({ error: { code, message } });
    const cors = corsHeaders(config, request.headers.origin);
    response.writeHead(code, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'retry-after': String(retryAfter),
      'x-content-type-options': 'nosniff',
      'x-request-id': randomUUID(),
      ...cors,
      vary: withCaller(cors.vary),
      ...(draining() && { connection: 'close' }),
    });
    response.end(body);
    return true;
  };
