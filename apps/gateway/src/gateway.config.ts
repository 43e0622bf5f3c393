import { flag, list, oneOf, processSettings, type ConfigOf } from '@bindery/config';

export const gatewaySettings = {
  ...processSettings,
  TRUST_PROXY: flag('whether a proxy in front sets X-Forwarded-For and -Proto', false),
  CORS_ORIGINS: list('the web origins that may call the API from a browser, or *', ['*']),
  RATE_LIMIT: oneOf(['on', 'off'], 'whether callers are held back', 'on'),
};

export type GatewayConfig = ConfigOf<typeof gatewaySettings>;

/** The injection token of the gateway's settings. */
export const GATEWAY_CONFIG = Symbol('gateway config');
