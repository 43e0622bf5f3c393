export { isGlobalUnicast } from './address';
export { ALLOW_NOTHING, AllowList, allowList, type Destination, parseAllowList } from './allow-list';
export { type CheckedUrl, checkHost, type CheckOptions, checkUrl, type HostOptions, type Resolver } from './check-host';
export { openRequest, type OpenedResponse, type OpenOptions } from './open-request';
export { OutboundError, type OutboundErrorCode } from './outbound-error';
export { type FetchOptions, type FetchResponse, safeFetch } from './safe-fetch';
