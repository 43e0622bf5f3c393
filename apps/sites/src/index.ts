import { readConfig } from '@bindery/config';
import { startService, type RunningService, type ServiceDefinition } from '@bindery/service';
import { SiteGrantEntity } from './access/site-grant.entity';
import { AdaptiveSchemaController } from './adaptive/adaptive-schema.controller';
import { ContentTokenEntity, PublishingAuthEntity, ShareLinkEntity } from './audience/audience.entities';
import { ContentTokenRepository } from './audience/content-token.repository';
import { ContentTokenSweep } from './audience/content-token-sweep';
import { ContentTokens } from './audience/content-tokens';
import { Previews } from './audience/previews';
import { PreviewsController } from './audience/previews.controller';
import { PublishingAuthController } from './audience/publishing-auth.controller';
import { PublishingAuthRepository } from './audience/publishing-auth.repository';
import { ShareLinkRepository } from './audience/share-link.repository';
import { ShareLinksController } from './audience/share-links.controller';
import { SiteReader } from './audience/site-reader';
import { CLOCK } from './clock';
import { Sites1700000012000 } from './migrations/1700000012000-sites';
import { Audience1700000012100 } from './migrations/1700000012100-audience';
import { Admit } from './published/admit';
import { LookupController } from './published/lookup.controller';
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
  entities: [
    SiteEntity,
    SectionGroupEntity,
    SectionEntity,
    ExternalLinkEntity,
    SiteSpaceEntity,
    SiteGrantEntity,
    ShareLinkEntity,
    PublishingAuthEntity,
    ContentTokenEntity,
  ],
  migrations: [Sites1700000012000, Audience1700000012100],
  controllers: [
    SitesController,
    StructureController,
    SectionsController,
    SiteSpacesController,
    SectionGroupsController,
    AdaptiveSchemaController,
    PublishedController,
    LookupController,
    ShareLinksController,
    PublishingAuthController,
    PreviewsController,
  ],
  providers: [
    { provide: SITES_CONFIG, useValue: readConfig(sitesSettings, env) },
    SiteRepository,
    SitePresenter,
    EditSite,
    { provide: CLOCK, useValue: () => new Date() },
    SiteReader,
    ShareLinkRepository,
    PublishingAuthRepository,
    ContentTokenRepository,
    ContentTokens,
    ContentTokenSweep,
    Previews,
    Admit,
    StructureRepository,
    StructurePresenter,
    AddToStructure,
    GroupSections,
    LinkedSpaces,
    SpacesConsumer,
  ],
});

export const start = (env: NodeJS.ProcessEnv): Promise<RunningService> => startService(sites(env), env);
