import { readConfig } from '@bindery/config';
import { startService, type RunningService, type ServiceDefinition } from '@bindery/service';
import { SiteGrantEntity } from './access/site-grant.entity';
import { AdaptiveSchemaController } from './adaptive/adaptive-schema.controller';
import { SiteReader } from './audience/site-reader';
import { Sites1700000012000 } from './migrations/1700000012000-sites';
import { PublishedController } from './published/published.controller';
import { EditSite } from './sites/edit-site';
import { SiteEntity } from './sites/site.entity';
import { SitePresenter } from './sites/site.presenter';
import { SiteRepository } from './sites/site.repository';
import { SitesController } from './sites/sites.controller';
import { SITES_CONFIG, sitesSettings } from './sites.config';
import { AddToStructure } from './structure/add-to-structure';
import { GroupSections } from './structure/group-sections';
import { LinkedSpaces } from './structure/linked-spaces';
import { SectionGroupsController } from './structure/section-groups.controller';
import { SectionsController } from './structure/sections.controller';
import { SiteSpacesController } from './structure/site-spaces.controller';
import { SpacesConsumer } from './structure/spaces.consumer';
import { StructureController } from './structure/structure.controller';
import { ExternalLinkEntity, SectionEntity, SectionGroupEntity, SiteSpaceEntity } from './structure/structure.entities';
import { StructurePresenter } from './structure/structure.presenter';
import { StructureRepository } from './structure/structure.repository';

/** Publishing: sites, their structure and their audience. */
export const sites = (env: NodeJS.ProcessEnv): ServiceDefinition => ({
  name: 'sites',
  entities: [SiteEntity, SectionGroupEntity, SectionEntity, ExternalLinkEntity, SiteSpaceEntity, SiteGrantEntity],
  migrations: [Sites1700000012000],
  controllers: [
    SitesController,
    StructureController,
    SectionsController,
    SiteSpacesController,
    SectionGroupsController,
    AdaptiveSchemaController,
    PublishedController,
  ],
  providers: [
    { provide: SITES_CONFIG, useValue: readConfig(sitesSettings, env) },
    SiteRepository,
    SitePresenter,
    EditSite,
    SiteReader,
    StructureRepository,
    StructurePresenter,
    AddToStructure,
    GroupSections,
    LinkedSpaces,
    SpacesConsumer,
  ],
});

export const start = (env: NodeJS.ProcessEnv): Promise<RunningService> => startService(sites(env), env);
