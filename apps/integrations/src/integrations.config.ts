import { address, integer, type ConfigOf, type Setting } from '@bindery/config';
import { parseAllowList, type AllowList } from '@bindery/outbound';

const allowList = (about: string): Setting<AllowList> => ({
  about,
  parse: parseAllowList,
  fallback: parseAllowList(''),
});

export const integrationsSettings = {
  OUTBOUND_ALLOW: allowList('hosts or CIDRs, with commas between, that events may be sent to besides public addresses'),
  RUNTIME_PROCESSES: integer(
    'the most processes that run scripts of integrations at the same time, one a publisher',
    8,
  ),
  RUNTIME_MEMORY: integer('the MiB of memory that such a process may take', 256),
  RUNTIME_TIME: integer('the milliseconds that a script may take for one event', 10_000),
  RUNTIME_ANSWER: integer('the bytes that an answer of a script may have', 5 * 1024 * 1024),
  API_URL: address('the address at which scripts reach the API, where that is not PUBLIC_URL', ''),
  INTEGRATIONS_URL: address('the address under which public endpoints are served, where that is not PUBLIC_URL', ''),
  EVENT_RETENTION_DAYS: integer('the days for which events and their logs are kept', 30),
};

export type IntegrationsConfig = ConfigOf<typeof integrationsSettings>;

/** The injection token of the service's own settings. */
export const INTEGRATIONS_CONFIG = Symbol('integrations config');
