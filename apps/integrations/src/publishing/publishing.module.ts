import { Module } from '@nestjs/common';
import { InstallationsModule } from '../installations/installations.module';
import { RegistryModule } from '../registry/registry.module';
import { IntegrationsController } from './integrations.controller';
import { PublishIntegration } from './publish-integration';

/** Operations on integrations. */
@Module({
  imports: [RegistryModule, InstallationsModule],
  controllers: [IntegrationsController],
  providers: [PublishIntegration],
})
export class PublishingModule {}
