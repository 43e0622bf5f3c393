import type { ServiceConfig } from '@bindery/config';
import { CONFIG, operate, type OperatorReport } from '@bindery/service';
import { definitionOf, signingSettings } from '@bindery/testing';
import type { ServiceName } from '@bindery/launcher';
import type { IsolatedPlatform } from '../support/test-organization';

/** Runs an operator's command as the program of a service does, with the settings that the service runs with. */
export async function operatorCommand(
  { platform }: IsolatedPlatform,
  name: ServiceName,
  line: string,
): Promise<OperatorReport> {
  const config = platform.services[name].app.get<ServiceConfig>(CONFIG);
  const env = {
    ...Object.fromEntries(Object.entries(config).map(([setting, value]) => [setting, String(value)])),
    ...signingSettings(name),
    SIGNING_KEY_OLD: '',
    FILE_KEY: '',
    SECRET_KEY: config.SECRET_KEY.toString('base64url'),
    SECRET_KEY_OLD: '',
    OTEL_EXPORTER_OTLP_HEADERS: '',
  };
  return (await operate(await definitionOf(name), line.split(' '), env)).report;
}
