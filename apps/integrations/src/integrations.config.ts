import { address, integer, processSettings, text, type ConfigOf, type Setting } from '@bindery/config';
import { parseAllowList, type AllowList } from '@bindery/outbound';

const allowList = (about: string): Setting<AllowList> => ({
  about,
  parse: parseAllowList,
  fallback: parseAllowList(''),
});

/** What a runtime is given, wherever it runs. */
const runtimeSettings = {
  OUTBOUND_ALLOW: allowList('hosts or CIDRs, with commas between, that events may be sent to besides public addresses'),
  RUNTIME_PROCESSES: integer(
    'the most processes that run scripts of integrations at the same time, one a publisher',
    8,
  ),
  RUNTIME_MEMORY: integer('the MiB of memory that such a process may take', 256),
  RUNTIME_TIME: integer('the milliseconds that a script may take for one event', 10_000),
  RUNTIME_ANSWER: integer('the bytes that an answer of a script may have', 5 * 1024 * 1024),
  API_URL: address('the address at which scripts reach the API, where that is not PUBLIC_URL', ''),
};

export const integrationsSettings = {
  ...runtimeSettings,
  RUNTIME_URL: address('the address of a runtime that is a process of its own; without it scripts run in this one', ''),
  RUNTIME_KEY: text('a random key that such a runtime knows this process by', ''),
  INTEGRATIONS_URL: address('the address under which public endpoints are served, where that is not PUBLIC_URL', ''),
  EVENT_RETENTION_DAYS: integer('the days for which events and their logs are kept', 30),
};

/** All that a runtime needs which is a process of its own. */
export const runtimeProcessSettings = {
  ...runtimeSettings,
  PORT: processSettings.PORT,
  PUBLIC_URL: processSettings.PUBLIC_URL,
  LOG_LEVEL: processSettings.LOG_LEVEL,
  RUNTIME_KEY: text('a random key, the same for the integrations service'),
};

export type RuntimeConfig = ConfigOf<typeof runtimeSettings>;
export type IntegrationsConfig = ConfigOf<typeof integrationsSettings>;

/** The injection token of the service's own settings. */
export const INTEGRATIONS_CONFIG = Symbol('integrations config');
