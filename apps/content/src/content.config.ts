import { integer, type ConfigOf, type Setting } from '@bindery/config';
import { parseAllowList, type AllowList } from '@bindery/outbound';

const allowList = (about: string): Setting<AllowList> => ({
  about,
  parse: parseAllowList,
  fallback: parseAllowList(''),
});

export const contentSettings = {
  OUTBOUND_ALLOW: allowList('hosts or CIDRs, with commas between, that tenants may reach besides public addresses'),
  OPENAPI_VERSIONS: integer('the most versions that are kept of an OpenAPI specification; 0 for all', 100),
  OPENAPI_REFETCH_MINUTES: integer('the minutes between two fetches of an OpenAPI specification; 0 for never', 360),
};

export type ContentConfig = ConfigOf<typeof contentSettings>;

/** The injection token of the service's own settings. */
export const CONTENT_CONFIG = Symbol('content config');
