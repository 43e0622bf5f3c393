import type { GatewayConfig } from '../gateway.config';

type Origins = Pick<GatewayConfig, 'CORS_ORIGINS'>;

/** The response headers that scripts of other origins may read, besides the ones that are always readable. */
const exposedHeaders = [
  'etag',
  'idempotency-replayed',
  'location',
  'mcp-session-id',
  'retry-after',
  'www-authenticate',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
];

/** The CORS options in the form that Nest expects. */
export const corsOptions = ({ CORS_ORIGINS: origins }: Origins) => ({
  origin: origins.includes('*') ? '*' : origins,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposedHeaders,
  maxAge: 600,
  strictPreflight: false,
});

/** The CORS headers of an answer outside of Nest, for a script of an origin. */
export function corsHeaders({ CORS_ORIGINS: origins }: Origins, origin = ''): Record<string, string> {
  const exposed = { 'access-control-expose-headers': exposedHeaders.join(', ') };
  if (origins.includes('*')) return { 'access-control-allow-origin': '*', ...exposed };
  return { vary: 'Origin', ...(origins.includes(origin) && { 'access-control-allow-origin': origin, ...exposed }) };
}
