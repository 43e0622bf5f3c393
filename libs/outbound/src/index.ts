export { isGlobalUnicast } from './address';
export { ALLOW_NOTHING, AllowList, allowList, type Destination, parseAllowList } from './allow-list';
export { type CheckedUrl, checkHost, type CheckOptions, checkUrl, type Resolver } from './check-host';
export { openRequest } from './open-request';
export { OutboundError } from './outbound-error';
export { type FetchOptions, safeFetch } from './safe-fetch';
