import { readConfig, secretKeysOf, type ServiceConfig } from '@bindery/config';
import { Encryptor } from '@bindery/secrets';
import { CONFIG, startService, type RunningService, type ServiceDefinition } from '@bindery/service';
import { Addresses } from './addresses';
import { DeliverEvent } from './events/deliver-event';
import { DeliveryRunner } from './events/delivery-runner';
import { DeliveryScheduler } from './events/delivery-scheduler';
import { EnvironmentOf } from './events/environment';
import { EventEntity } from './queue/event.entity';
import { EventLogEntity } from './queue/event-log.entity';
import { EventQueueRepository } from './queue/event-queue.repository';
import { EventRepository } from './queue/event.repository';
import { EventsController } from './events/events.controller';
import { PlatformEventsConsumer } from './events/platform-events.consumer';
import { RecordEvent } from './queue/record-event';
import { IntegrationClient } from './events/integration-client';
import { TasksController } from './events/tasks.controller';
import { ListenersRepository } from './events/listeners.repository';
import { ReaderEventsConsumer } from './events/reader-events.consumer';
import { SealedConfigurations } from './installations/configuration';
import { ContentInstallationEntity } from './installations/content-installation.entity';
import { ContentInstallationRepository } from './installations/content-installation.repository';
import { InstallationEntity } from './installations/installation.entity';
import { InstallationRepository } from './installations/installation.repository';
import { ContentInstallations } from './installations/content-installations';
import { EnabledIntegrationsController } from './installations/enabled-integrations.controller';
import { FindInstallation } from './installations/find-installation';
import { InstallOnContent } from './installations/install-on-content';
import { InstallationController } from './installations/installation.controller';
import { InstallationsController } from './installations/installations.controller';
import { OrganizationInstallationsController } from './installations/organization-installations.controller';
import { OrganizationInstallationsRepository } from './installations/organization-installations.repository';
import { RefreshStatuses } from './installations/refresh-statuses';
import { SiteInstallationsController } from './installations/site-installations.controller';
import { SpaceInstallationsController } from './installations/space-installations.controller';
import { InstallationTargets } from './installations/installation-targets';
import { INTEGRATIONS_CONFIG, integrationsSettings } from './integrations.config';
import { Integrations1700000014000 } from './migrations/1700000014000-integrations';
import { Events1700000014100 } from './migrations/1700000014100-events';
import { Requests1700000020000 } from './migrations/1700000020000-requests';
import { SigningKeys1700000033000 } from './migrations/1700000033000-signing-keys';
import { EventTurns1700000036000 } from './migrations/1700000036000-event-turns';
import { HiddenInstallations1700000044000 } from './migrations/1700000044000-hidden-installations';
import { FindIntegration } from './registry/find-integration';
import { FindOrganization } from './registry/find-organization';
import { IntegrationEntity } from './registry/integration.entity';
import { IntegrationRepository } from './registry/integration.repository';
import { IntegrationsController } from './publishing/integrations.controller';
import { PublishIntegration } from './publishing/publish-integration';
import { SecretRepository } from './registry/secret.repository';
import { SigningKeys } from './registry/signing-keys';
import { references } from './references';
import { CallScript } from './requests/call-script';
import { ComputeWithScript } from './requests/compute-with-script';
import { ComputedController } from './requests/computed.controller';
import { EmbedsController } from './requests/embeds.controller';
import { EndpointsController } from './requests/endpoints.controller';
import { RenderingController } from './requests/rendering.controller';
import { RequestedInstallation } from './requests/requested-installation';
import { SiteScriptsController } from './requests/site-scripts.controller';
import { SiteScriptsRepository } from './requests/site-scripts.repository';
import { runtimeProvider, RuntimeShutdown } from './runtime/runtime.provider';
import { sealedPlaces, sealPurpose } from './sealed-places';
import { AccessTokenEntity } from './tokens/access-token.entity';
import { AccessTokenRepository } from './tokens/access-token.repository';
import { AccessTokensController } from './tokens/access-tokens.controller';
import { TokenSweep } from './tokens/token-sweep';

export { integrationsSettings, runtimeProcessSettings } from './integrations.config';
export { DeliveryScheduler } from './events/delivery-scheduler';
export { EventQueueRepository, type EventRun } from './queue/event-queue.repository';
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
  migrations: [
    Integrations1700000014000,
    Events1700000014100,
    Requests1700000020000,
    SigningKeys1700000033000,
    EventTurns1700000036000,
    HiddenInstallations1700000044000,
  ],
  sealed: sealedPlaces,
  references,
  controllers: [
    IntegrationsController,
    InstallationsController,
    InstallationController,
    SpaceInstallationsController,
    SiteInstallationsController,
    OrganizationInstallationsController,
    EnabledIntegrationsController,
    EventsController,
    TasksController,
    EndpointsController,
    RenderingController,
    ComputedController,
    EmbedsController,
    SiteScriptsController,
    AccessTokensController,
  ],
  providers: [
    { provide: INTEGRATIONS_CONFIG, useValue: readConfig(integrationsSettings, env) },
    {
      provide: Encryptor,
      useFactory: (config: ServiceConfig) => new Encryptor(secretKeysOf(config), sealPurpose),
      inject: [CONFIG],
    },
    IntegrationRepository,
    SecretRepository,
    SigningKeys,
    FindIntegration,
    FindOrganization,
    PublishIntegration,
    SealedConfigurations,
    InstallationRepository,
    ContentInstallationRepository,
    OrganizationInstallationsRepository,
    FindInstallation,
    RefreshStatuses,
    InstallOnContent,
    InstallationTargets,
    ContentInstallations,
    EventRepository,
    EventQueueRepository,
    RecordEvent,
    EnvironmentOf,
    Addresses,
    CallScript,
    ComputeWithScript,
    RequestedInstallation,
    SiteScriptsRepository,
    runtimeProvider,
    RuntimeShutdown,
    IntegrationClient,
    DeliverEvent,
    DeliveryRunner,
    DeliveryScheduler,
    ListenersRepository,
    PlatformEventsConsumer,
    ReaderEventsConsumer,
    AccessTokenRepository,
    TokenSweep,
  ],
});

export const start = (env: NodeJS.ProcessEnv): Promise<RunningService> => startService(integrations(env), env);
