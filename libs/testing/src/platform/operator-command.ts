import type { ServiceConfig } from '@bindery/config';
import { CONFIG, operate, type OperatorReport, type RunningService } from '@bindery/service';
import { definitionOf } from './platform';
import { signingSettings } from '../environment/test-keys';

/** Runs an operator's command as the program of a service does, with the settings that the service runs with. */
export async function operatorCommand({ app, name }: RunningService, line: string): Promise<OperatorReport> {
  const config = app.get<ServiceConfig>(CONFIG);
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
