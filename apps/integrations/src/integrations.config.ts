import { integer, type ConfigOf, type Setting } from '@bindery/config';
import { parseAllowList, type AllowList } from '@bindery/outbound';

const allowList = (about: string): Setting<AllowList> => ({
  about,
  parse: parseAllowList,
  fallback: parseAllowList(''),
});

export const integrationsSettings = {
  OUTBOUND_ALLOW: allowList('hosts or CIDRs, with commas between, that events may be sent to besides public addresses'),
  EVENT_RETENTION_DAYS: integer('the days for which events and their logs are kept', 30),
};

export type IntegrationsConfig = ConfigOf<typeof integrationsSettings>;

/** The injection token of the service's own settings. */
export const INTEGRATIONS_CONFIG = Symbol('integrations config');
