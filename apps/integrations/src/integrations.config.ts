import { address, endpointSettings, integer, processSettings, text, type ConfigOf } from '@bindery/config';
import { allowList } from '@bindery/outbound';

/** The settings of every kind of runtime. */
const runtimeSettings = {
  OUTBOUND_ALLOW: allowList(
    'hosts or CIDRs, with commas between them, that events and scripts may reach in addition to public addresses',
  ),
  RUNTIME_PROCESSES: integer(
    'the maximum number of processes that run scripts of integrations at the same time, one for each publisher',
    8,
    1,
  ),
  RUNTIME_MEMORY: integer('the memory in MiB of one process that runs scripts', 256, 1),
  RUNTIME_TIME: integer('the milliseconds that a script may take for one event', 10_000, 1),
  RUNTIME_ANSWER: integer('the maximum size of the response of a script, in bytes', 5 * 1024 * 1024, 1),
  API_URL: address('the URL at which scripts reach the API from inside; without it, PUBLIC_URL', ''),
};

export const integrationsSettings = {
  ...runtimeSettings,
  RUNTIME_URL: address(
    'the URL of a separate runtime process (runtime-server.js in the image of integrations); without it, scripts run in this process',
    '',
  ),
  RUNTIME_KEY: text('a random key, the same as that of the runtime', ''),
  ...endpointSettings,
  EVENT_RETENTION_DAYS: integer('the days for which events of integrations are kept with their logs', 30, 1),
};

/** The settings of a runtime in its own process. */
export const runtimeProcessSettings = {
  ...runtimeSettings,
  PORT: processSettings.PORT,
  PUBLIC_URL: processSettings.PUBLIC_URL,
  LOG_LEVEL: processSettings.LOG_LEVEL,
  RUNTIME_KEY: text('a random key, the same as that of the service integrations'),
};

export type RuntimeConfig = ConfigOf<typeof runtimeSettings>;
export type IntegrationsConfig = ConfigOf<typeof integrationsSettings>;

/** The injection token of the service's own settings. */
export const INTEGRATIONS_CONFIG = Symbol('integrations config');
