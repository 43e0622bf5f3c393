import { text, type ConfigOf } from '@bindery/config';

export const contentSettings = {
  OUTBOUND_ALLOW: text('hosts or CIDRs, with commas between, that tenants may reach besides public addresses', ''),
};

export type ContentConfig = ConfigOf<typeof contentSettings>;

/** The injection token of the service's own settings. */
export const CONTENT_CONFIG = Symbol('content config');
