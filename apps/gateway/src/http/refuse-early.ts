import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GatewayConfig } from '../gateway.config';
import { corsHeaders } from './cors';
import type { HttpParts } from './http-parts';
import { withCaller } from './vary';

/**
 * Answers requests for operations that are too much, before anything else is done for them: what the framework would take of
 * the processor's time, those need that are answered. The rest has to be handled.
 */
export const refuseEarly =
  (
    config: Pick<GatewayConfig, 'CORS_ORIGINS'>,
    { admission, metrics, draining }: Pick<HttpParts, 'admission' | 'metrics' | 'draining'>,
  ) =>
  (request: IncomingMessage, response: ServerResponse): boolean => {
    // What a browser asks beforehand is answered here without a service; health and documents are no operations.
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
