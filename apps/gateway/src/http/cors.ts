import type { GatewayConfig } from '../gateway.config';

type Origins = Pick<GatewayConfig, 'CORS_ORIGINS'>;

/** What scripts of other origins may read of an answer besides what they always may. */
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

/** What browsers are told about scripts of other origins, as Nest takes it. */
export const corsOptions = ({ CORS_ORIGINS: origins }: Origins) => ({
  origin: origins.includes('*') ? '*' : origins,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposedHeaders,
  maxAge: 600,
  strictPreflight: false,
});

/** The same for an answer that Nest has no part in, to a script of an origin. */
export function corsHeaders({ CORS_ORIGINS: origins }: Origins, origin = ''): Record<string, string> {
  const exposed = { 'access-control-expose-headers': exposedHeaders.join(', ') };
  if (origins.includes('*')) return { 'access-control-allow-origin': '*', ...exposed };
  return { vary: 'Origin', ...(origins.includes(origin) && { 'access-control-allow-origin': origin, ...exposed }) };
}
