import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module';
import { InstallationsModule } from '../installations/installations.module';
import { QueueModule } from '../queue/queue.module';
import { RegistryModule } from '../registry/registry.module';
import { CallScript } from './call-script';
import { ComputeWithScript } from './compute-with-script';
import { ComputedController } from './computed.controller';
import { EmbedsController } from './embeds.controller';
import { EndpointsController } from './endpoints.controller';
import { RenderingController } from './rendering.controller';
import { RequestedInstallation } from './requested-installation';
import { SiteScriptsController } from './site-scripts.controller';
import { SiteScriptsRepository } from './site-scripts.repository';

/** Requests of readers and services to the scripts of integrations. */
@Module({
  imports: [RegistryModule, QueueModule, InstallationsModule, EventsModule],
  controllers: [EndpointsController, RenderingController, ComputedController, EmbedsController, SiteScriptsController],
  providers: [CallScript, ComputeWithScript, RequestedInstallation, SiteScriptsRepository],
})
export class RequestsModule {}
