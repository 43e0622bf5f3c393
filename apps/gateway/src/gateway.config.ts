import { address, integer, list, oneOf, processSettings, proxies, type ConfigOf } from '@bindery/config';

export const gatewaySettings = {
  ...processSettings,
  TRUST_PROXY: proxies(
    'which proxies in front may say who the client is: their number, or their addresses and networks',
  ),
  CORS_ORIGINS: list('the web origins that may call the API from a browser, or *', ['*']),
  INTEGRATIONS_URL: address(
    'the address under which public endpoints of integrations are served, where that is not PUBLIC_URL',
    '',
  ),
  TRUST_TRACEPARENT: oneOf(
    ['off', 'link', 'parent'],
    'what the traceparent of a request from outside is worth: nothing, a link, or the trace that it continues',
    'off',
  ),
  // As many as one replica of a service works on at once: what is more waits here, or is refused, which costs less than there.
  REQUEST_CONCURRENCY: integer(
    'the most operations that this process works on at once; as many wait, and the others are answered 503',
    64,
  ),
  RATE_LIMIT: oneOf(['on', 'off'], 'whether callers are held back', 'on'),
};

export type GatewayConfig = ConfigOf<typeof gatewaySettings>;

/** The injection token of the gateway's settings. */
export const GATEWAY_CONFIG = Symbol('gateway config');
