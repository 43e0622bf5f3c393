import { readConfig } from '@bindery/config';
import { SettingsModule, startService, type RunningService, type ServiceDefinition } from '@bindery/service';
import { SiteGrantEntity } from './access/site-grant.entity';
import { ContentTokenEntity, PublishingAuthEntity, ShareLinkEntity } from './audience/audience.entities';
import { sealedSecrets } from './audience/site-secrets';
import { InsightsEventEntity } from './insights/insights-event.entity';
import { RedirectEntity } from './redirects/redirect.entity';
import { SiteEntity } from './model/site.entity';
import { references } from './references';
import { SITES_CONFIG, sitesSettings } from './sites.config';
import { LifecycleModule } from './lifecycle/lifecycle.module';
import { RendererModule } from './renderer/renderer.module';
import { ExternalLinkEntity, SectionEntity, SectionGroupEntity, SiteSpaceEntity } from './model/structure.entities';
import { AccessModule } from './access/access.module';
import { AdaptiveModule } from './adaptive/adaptive.module';
import { AudienceModule } from './audience/audience.module';
import { CustomizationModule } from './customization/customization.module';
import { HostnamesModule } from './hostnames/hostnames.module';
import { InsightsModule } from './insights/insights.module';
import { ModelModule } from './model/model.module';
import { PublishedModule } from './published/published.module';
import { RedirectsModule } from './redirects/redirects.module';
import { SearchModule } from './search/search.module';
import { SitesModule } from './sites/sites.module';
import { StructureModule } from './structure/structure.module';
import { WebModule } from './web/web.module';
import { migrations } from './migrations';

/** Each imports only modules before it. */
const modules = [
  ModelModule,
  AccessModule,
  AdaptiveModule,
  AudienceModule,
  CustomizationModule,
  HostnamesModule,
  InsightsModule,
  StructureModule,
  PublishedModule,
  RedirectsModule,
  SearchModule,
  SitesModule,
  WebModule,
  LifecycleModule,
];

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
    RedirectEntity,
    InsightsEventEntity,
  ],
  migrations,
  sealed: sealedSecrets,
  references,
  imports: [
    SettingsModule.forRoot(SITES_CONFIG, readConfig(sitesSettings, env)),
    RendererModule.forRoot(env.RENDERER_URL),
    ...modules,
  ],
});

export const start = (env: NodeJS.ProcessEnv): Promise<RunningService> => startService(sites(env), env);

export { sitesSettings } from './sites.config';
