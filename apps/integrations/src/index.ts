import { readConfig } from '@bindery/config';
import { SettingsModule, startService, type RunningService, type ServiceDefinition } from '@bindery/service';
import { EventEntity } from './queue/event.entity';
import { EventLogEntity } from './queue/event-log.entity';
import { ContentInstallationEntity } from './installations/content-installation.entity';
import { InstallationEntity } from './installations/installation.entity';
import { INTEGRATIONS_CONFIG, integrationsSettings } from './integrations.config';
import { IntegrationEntity } from './registry/integration.entity';
import { references } from './references';
import { sealedPlaces } from './sealed-places';
import { AccessTokenEntity } from './tokens/access-token.entity';
import { EventsModule } from './events/events.module';
import { InstallationsModule } from './installations/installations.module';
import { PublishingModule } from './publishing/publishing.module';
import { QueueModule } from './queue/queue.module';
import { RegistryModule } from './registry/registry.module';
import { RequestsModule } from './requests/requests.module';
import { RuntimeModule } from './runtime/runtime.module';
import { TokensModule } from './tokens/tokens.module';
import { migrations } from './migrations';

/** Each imports only modules before it. */
const modules = [
  RegistryModule,
  QueueModule,
  TokensModule,
  InstallationsModule,
  RuntimeModule,
  EventsModule,
  PublishingModule,
  RequestsModule,
];

export { integrationsSettings, runtimeProcessSettings } from './integrations.config';
export { startRuntime } from './runtime/serve-runtime';
export type { ScriptCall } from './runtime/script-runtime';
export { WorkerdRuntime } from './runtime/workerd-runtime';

/** Integrations: registry, installations, their tokens and their events. */
export const integrations = (env: NodeJS.ProcessEnv): ServiceDefinition => ({
  name: 'integrations',
  entities: [
    IntegrationEntity,
    InstallationEntity,
    ContentInstallationEntity,
    AccessTokenEntity,
    EventEntity,
    EventLogEntity,
  ],
  migrations,
  sealed: sealedPlaces,
  references,
  imports: [SettingsModule.forRoot(INTEGRATIONS_CONFIG, readConfig(integrationsSettings, env)), ...modules],
});

export const start = (env: NodeJS.ProcessEnv): Promise<RunningService> => startService(integrations(env), env);
