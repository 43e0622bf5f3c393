import { Inject, Injectable, type FactoryProvider, type OnApplicationShutdown } from '@nestjs/common';
import { ConfigError, type ServiceConfig } from '@bindery/config';
import { Metrics } from '@bindery/observability';
import { CONFIG } from '@bindery/service';
import { INTEGRATIONS_CONFIG, type IntegrationsConfig } from '../integrations.config';
import { RemoteRuntime } from './remote-runtime';
import { ScriptRuntime } from './script-runtime';
import { WorkerdRuntime, workerdOptions } from './workerd-runtime';

/** The runtime at a configured address, or else one within this process. */
export const runtimeProvider: FactoryProvider<ScriptRuntime> = {
  provide: ScriptRuntime,
  useFactory: ({ PUBLIC_URL }: ServiceConfig, config: IntegrationsConfig, metrics: Metrics) => {
    const { RUNTIME_URL: url, RUNTIME_KEY: key, RUNTIME_TIME: time } = config;
    if (!url) return new WorkerdRuntime(workerdOptions(PUBLIC_URL, config, metrics));
    if (!key) throw new ConfigError(['RUNTIME_KEY is missing: set it to the key of the runtime at RUNTIME_URL']);
    return new RemoteRuntime({ url, key, time });
  },
  inject: [CONFIG, INTEGRATIONS_CONFIG, Metrics],
};

/** Ends the runtime with the service, after the running deliveries have their results. */
@Injectable()
export class RuntimeShutdown implements OnApplicationShutdown {
  constructor(@Inject(ScriptRuntime) private readonly runtime: ScriptRuntime) {}

  async onApplicationShutdown(): Promise<void> {
    await this.runtime.close();
  }
}
