import { Module } from '@nestjs/common';
import { EditSite } from './edit-site';
import { EndedOrganizationRepository } from './ended-organization.repository';
import { PlatformHosts } from './platform-hosts';
import { SitePresenter } from './site.presenter';
import { SiteRepository } from './site.repository';
import { StructureRepository } from './structure.repository';

/** Sites and their structure, as the service stores and presents them. */
@Module({
  providers: [SiteRepository, SitePresenter, EditSite, StructureRepository, EndedOrganizationRepository, PlatformHosts],
  exports: [EditSite, EndedOrganizationRepository, PlatformHosts, SitePresenter, SiteRepository, StructureRepository],
})
export class ModelModule {}
