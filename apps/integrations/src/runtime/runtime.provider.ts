import { Inject, Injectable, type FactoryProvider, type OnApplicationShutdown } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import { CONFIG } from '@bindery/service';
import { INTEGRATIONS_CONFIG, type IntegrationsConfig } from '../integrations.config';
import { ScriptRuntime } from './script-runtime';
import { WorkerdRuntime } from './workerd-runtime';

export const runtimeProvider: FactoryProvider<ScriptRuntime> = {
  provide: ScriptRuntime,
  useFactory: ({ PUBLIC_URL: publicUrl }: ServiceConfig, config: IntegrationsConfig) =>
    new WorkerdRuntime({
      limits: { time: config.RUNTIME_TIME, memory: config.RUNTIME_MEMORY, answer: config.RUNTIME_ANSWER },
      egress: {
        ...{ publicUrl, apiUrl: config.API_URL || publicUrl },
        ...{ allow: config.OUTBOUND_ALLOW, limit: config.RUNTIME_TIME },
      },
      processes: config.RUNTIME_PROCESSES,
    }),
  inject: [CONFIG, INTEGRATIONS_CONFIG],
};

/** Ends the runtime with the service, after what was to be delivered has its outcome. */
@Injectable()
export class RuntimeShutdown implements OnApplicationShutdown {
  constructor(@Inject(ScriptRuntime) private readonly runtime: ScriptRuntime) {}

  async onApplicationShutdown(): Promise<void> {
    await this.runtime.close();
  }
}
