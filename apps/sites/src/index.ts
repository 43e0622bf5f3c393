import { readConfig } from '@bindery/config';
import { startService, type RunningService, type ServiceDefinition } from '@bindery/service';
import { RevokeAccess } from './access/revoke-access';
import { GrantAccess } from './access/grant-access';
import { SiteAccessController } from './access/site-access.controller';
import { SiteGrantEntity } from './access/site-grant.entity';
import { SiteGrantRepository } from './access/site-grant.repository';
import { AdaptiveSchemaController } from './adaptive/adaptive-schema.controller';
import { ContentTokenEntity, PublishingAuthEntity, ShareLinkEntity } from './audience/audience.entities';
import { ContentTokenRepository } from './audience/content-token.repository';
import { ContentTokens } from './audience/content-tokens';
import { Previews } from './audience/previews';
import { PreviewsController } from './audience/previews.controller';
import { PublishingAuthController } from './audience/publishing-auth.controller';
import { PublishingAuthRepository } from './audience/publishing-auth.repository';
import { ShareLinkRepository } from './audience/share-link.repository';
import { ShareLinksController } from './audience/share-links.controller';
import { SiteReader } from './audience/site-reader';
import { sealedSecrets } from './audience/site-secrets';
import { CustomizationController } from './customization/customization.controller';
import { CustomizationRepository } from './customization/customization.repository';
import { FontsConsumer } from './customization/fonts.consumer';
import { DNS_RESOLVER, DnsLookup, systemResolver } from './hostnames/dns-lookup';
import { HostnamesController } from './hostnames/hostnames.controller';
import { InsightsController } from './insights/insights.controller';
import { InsightsEventEntity } from './insights/insights-event.entity';
import { AskedQuestions } from './insights/asked-questions';
import { InsightsRepository } from './insights/insights.repository';
import { Redirects1700000012200 } from './migrations/1700000012200-redirects';
import { Insights1700000012300 } from './migrations/1700000012300-insights';
import { Lifetimes1700000032000 } from './migrations/1700000032000-lifetimes';
import { UndoneDuplications1700000035000 } from './migrations/1700000035000-undone-duplications';
import { PublicSites1700000045000 } from './migrations/1700000045000-public-sites';
import { Basenames1700000050000 } from './migrations/1700000050000-basenames';
import { AskedQuestions1700000062200 } from './migrations/1700000062200-asked-questions';
import { Segments1700000061100 } from './migrations/1700000061100-segments';
import { RedirectSources1700000038000 } from './migrations/1700000038000-redirect-sources';
import { PagePaths } from './redirects/page-paths';
import { RedirectEntity } from './redirects/redirect.entity';
import { RedirectRepository } from './redirects/redirect.repository';
import { RedirectsController } from './redirects/redirects.controller';
import { SiteAnswers } from './search/site-answers';
import { SiteAskController } from './search/site-ask.controller';
import { SiteSearchController } from './search/site-search.controller';
import { ExternalLinksController } from './structure/external-links.controller';
import { Sites1700000012000 } from './migrations/1700000012000-sites';
import { Audience1700000012100 } from './migrations/1700000012100-audience';
import { Admit } from './published/admit';
import { FindPublished } from './published/find-published';
import { LookupController } from './published/lookup.controller';
import { PublishedController } from './published/published.controller';
import { EndedOrganizationRepository } from './model/ended-organization.repository';
import { EditSite } from './model/edit-site';
import { SiteEntity } from './model/site.entity';
import { SitePresenter } from './model/site.presenter';
import { SiteRepository } from './model/site.repository';
import { SitesController } from './sites/sites.controller';
import { MentionedPeople } from './web/mentioned-people';
import { TakeFeedback } from './web/take-feedback';
import { RecordInsights } from './insights/record-insights';
import { FindOnSite } from './web/search/find-on-site';
import { OpenSite } from './web/open-site';
import { AnswerReader } from './web/ask/answer-reader';
import { AskSite } from './web/ask/ask-site';
import { ReadPageText } from './web/tools/read-page-text';
import { SiteToolsController } from './web/tools/site-tools.controller';
import { Visits } from './web/visits';
import { SiteRedirects } from './web/site-redirects';
import { WebController } from './web/web.controller';
import { references } from './references';
import { SITES_CONFIG, sitesSettings } from './sites.config';
import { Sweep } from './sweep';
import { AddToStructure } from './structure/add-to-structure';
import { DuplicateSpace } from './structure/duplicate-space';
import { DuplicationRepository } from './structure/duplication.repository';
import { FinishDuplications } from './structure/finish-duplications';
import { RevalidateRenderer } from './renderer/revalidate-renderer';
import { GroupSections } from './structure/group-sections';
import { LinkedSpaces } from './structure/linked-spaces';
import { SectionGroupsController } from './structure/section-groups.controller';
import { SectionsController } from './structure/sections.controller';
import { SiteGitController } from './structure/site-git.controller';
import { SiteSpacesController } from './structure/site-spaces.controller';
import { SpacesConsumer } from './structure/spaces.consumer';
import { StructureController } from './structure/structure.controller';
import { ExternalLinkEntity, SectionEntity, SectionGroupEntity, SiteSpaceEntity } from './model/structure.entities';
import { StructurePresenter } from './structure/structure.presenter';
import { StructureRepository } from './model/structure.repository';

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
  migrations: [
    Sites1700000012000,
    Audience1700000012100,
    Redirects1700000012200,
    Insights1700000012300,
    Lifetimes1700000032000,
    UndoneDuplications1700000035000,
    RedirectSources1700000038000,
    PublicSites1700000045000,
    Basenames1700000050000,
    Segments1700000061100,
    AskedQuestions1700000062200,
  ],
  sealed: sealedSecrets,
  references,
  controllers: [
    SitesController,
    StructureController,
    SectionsController,
    SiteSpacesController,
    SiteGitController,
    SectionGroupsController,
    AdaptiveSchemaController,
    PublishedController,
    LookupController,
    WebController,
    SiteToolsController,
    ShareLinksController,
    PublishingAuthController,
    PreviewsController,
    CustomizationController,
    ExternalLinksController,
    RedirectsController,
    HostnamesController,
    SiteAskController,
    SiteSearchController,
    InsightsController,
    SiteAccessController,
  ],
  providers: [
    { provide: SITES_CONFIG, useValue: readConfig(sitesSettings, env) },
    // Without a renderer nobody has to hear of every revision.
    ...(env.RENDERER_URL ? [RevalidateRenderer] : []),
    SiteRepository,
    CustomizationRepository,
    FontsConsumer,
    SitePresenter,
    EditSite,
    SiteReader,
    ShareLinkRepository,
    PublishingAuthRepository,
    ContentTokenRepository,
    ContentTokens,
    Sweep,
    Previews,
    Admit,
    FindPublished,
    OpenSite,
    FindOnSite,
    TakeFeedback,
    RecordInsights,
    Visits,
    ReadPageText,
    AskSite,
    AnswerReader,
    MentionedPeople,
    SiteRedirects,
    RedirectRepository,
    PagePaths,
    { provide: DNS_RESOLVER, useFactory: systemResolver },
    DnsLookup,
    InsightsRepository,
    AskedQuestions,
    SiteAnswers,
    SiteGrantRepository,
    GrantAccess,
    RevokeAccess,
    StructureRepository,
    StructurePresenter,
    AddToStructure,
    GroupSections,
    LinkedSpaces,
    SpacesConsumer,
    EndedOrganizationRepository,
    DuplicationRepository,
    DuplicateSpace,
    FinishDuplications,
  ],
});

export const start = (env: NodeJS.ProcessEnv): Promise<RunningService> => startService(sites(env), env);

export { sitesSettings } from './sites.config';

/** For tests that look behind the operations. */
export { SiteReader } from './audience/site-reader';
export { DuplicateSpace } from './structure/duplicate-space';
export { DuplicationRepository } from './structure/duplication.repository';
export { FinishDuplications } from './structure/finish-duplications';
export { Sweep } from './sweep';
