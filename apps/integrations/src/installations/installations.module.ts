import { Module } from '@nestjs/common';
import { QueueModule } from '../queue/queue.module';
import { RegistryModule } from '../registry/registry.module';
import { TokensModule } from '../tokens/tokens.module';
import { SealedConfigurations } from './configuration';
import { ContentInstallationRepository } from './content-installation.repository';
import { ContentInstallations } from './content-installations';
import { EnabledIntegrationsController } from './enabled-integrations.controller';
import { EndedOrganizationRepository } from './ended-organization.repository';
import { FindInstallation } from './find-installation';
import { InstallOnContent } from './install-on-content';
import { InstallationTargets } from './installation-targets';
import { InstallationController } from './installation.controller';
import { InstallationRepository } from './installation.repository';
import { InstallationsController } from './installations.controller';
import { OrganizationInstallationsController } from './organization-installations.controller';
import { OrganizationInstallationsRepository } from './organization-installations.repository';
import { PurgeOrganizations } from './purge-organizations';
import { RefreshStatuses } from './refresh-statuses';
import { SiteInstallationsController } from './site-installations.controller';
import { SpaceInstallationsController } from './space-installations.controller';

/** Installations on organizations, spaces and sites. */
@Module({
  imports: [RegistryModule, QueueModule, TokensModule],
  controllers: [
    InstallationsController,
    InstallationController,
    SpaceInstallationsController,
    SiteInstallationsController,
    OrganizationInstallationsController,
    EnabledIntegrationsController,
  ],
  providers: [
    SealedConfigurations,
    InstallationRepository,
    ContentInstallationRepository,
    OrganizationInstallationsRepository,
    FindInstallation,
    RefreshStatuses,
    InstallOnContent,
    InstallationTargets,
    ContentInstallations,
    EndedOrganizationRepository,
    PurgeOrganizations,
  ],
  exports: [
    ContentInstallationRepository,
    EndedOrganizationRepository,
    InstallationRepository,
    OrganizationInstallationsRepository,
    RefreshStatuses,
  ],
})
export class InstallationsModule {}
