import { JobEntity, JobsModule, JobsTable1700000000500 } from '@bindery/jobs';
import { startService, type RunningService, type ServiceDefinition } from '@bindery/service';
import { AccessGrantEntity } from './catalog/access/access-grant.entity';
import { CatalogModule } from './catalog/catalog.module';
import { FontEntity } from './catalog/fonts/font.entity';
import { CollectionEntity } from './catalog/collections/collection.entity';
import { BranchEntity } from './catalog/spaces/branch.entity';
import { RevisionEntity } from './catalog/spaces/revision.entity';
import { SpaceEntity } from './catalog/spaces/space.entity';
import { ContentConfigModule } from './content.config';
import { DiscoveryModule } from './discovery/discovery.module';
import { DraftsModule } from './drafts/drafts.module';
import { sealedCredentials } from './interchange/git/git-credentials';
import { InterchangeModule } from './interchange/interchange.module';
import { LifecycleModule } from './lifecycle/lifecycle.module';
import { purge, reindex } from './lifecycle/operate/commands';
import { Content1700000002000 } from './migrations/1700000002000-content';
import { Search1700000003000 } from './migrations/1700000003000-search';
import { Collections1700000006000 } from './migrations/1700000006000-collections';
import { AccessLists1700000010000 } from './migrations/1700000010000-access-lists';
import { Sweep1700000010100 } from './migrations/1700000010100-sweep';
import { PendingAccess1700000010200 } from './migrations/1700000010200-pending-access';
import { Paths1700000010300 } from './migrations/1700000010300-paths';
import { Branches1700000011000 } from './migrations/1700000011000-branches';
import { Links1700000013000 } from './migrations/1700000013000-links';
import { GitSync1700000013100 } from './migrations/1700000013100-git-sync';
import { BelowCollections1700000015000 } from './migrations/1700000015000-below-collections';
import { OpenApi1700000020000 } from './migrations/1700000020000-openapi';
import { SearchWords1700000021000 } from './migrations/1700000021000-search-words';
import { GitProposal1700000030000 } from './migrations/1700000030000-git-proposal';
import { OpenApiSearch1700000034000 } from './migrations/1700000034000-openapi-search';
import { ConditionalDocuments1700000037000 } from './migrations/1700000037000-conditional-documents';
import { SearchedConditions1700000039000 } from './migrations/1700000039000-searched-conditions';
import { StoredContent1700000040000 } from './migrations/1700000040000-stored-content';
import { SearchedIntegrations1700000042000 } from './migrations/1700000042000-searched-integrations';
import { ShortChunks1700000043000 } from './migrations/1700000043000-short-chunks';
import { Fonts1700000061000 } from './migrations/1700000061000-fonts';
import { RankedSearch1700000062100 } from './migrations/1700000062100-ranked-search';
import { ShownCandidates1700000075000 } from './migrations/1700000075000-shown-candidates';
import { ModelModule } from './model/model.module';
import { DocumentEntity } from './model/pages/document.entity';
import { OpenApiModule } from './openapi/openapi.module';
import { references } from './references';
import { RevisionsModule } from './revisions/revisions.module';
import { OpenApiPageEntity } from './specifications/openapi-page.entity';
import { OpenApiSpecEntity } from './specifications/openapi-spec.entity';
import { OpenApiVersionEntity } from './specifications/openapi-version.entity';
import { SpecificationsModule } from './specifications/specifications.module';
import { ChunkStorageModule } from './storage/storage.module';
import { ChunkEntity } from './storage/store/chunk.entity';

/** Each imports only modules that stand before it. */
const modules = [
  ChunkStorageModule,
  ModelModule,
  CatalogModule,
  SpecificationsModule,
  RevisionsModule,
  OpenApiModule,
  DraftsModule,
  DiscoveryModule,
  InterchangeModule,
  LifecycleModule,
];

/** The service that owns spaces, their revisions and branches, pages, files, search and imports. */
export const content = (env: NodeJS.ProcessEnv): ServiceDefinition => ({
  name: 'content',
  entities: [
    SpaceEntity,
    CollectionEntity,
    FontEntity,
    AccessGrantEntity,
    BranchEntity,
    RevisionEntity,
    ChunkEntity,
    DocumentEntity,
    OpenApiSpecEntity,
    OpenApiVersionEntity,
    OpenApiPageEntity,
    JobEntity,
  ],
  migrations: [
    JobsTable1700000000500,
    Content1700000002000,
    Search1700000003000,
    Collections1700000006000,
    AccessLists1700000010000,
    Sweep1700000010100,
    PendingAccess1700000010200,
    Paths1700000010300,
    Branches1700000011000,
    Links1700000013000,
    GitSync1700000013100,
    BelowCollections1700000015000,
    OpenApi1700000020000,
    SearchWords1700000021000,
    GitProposal1700000030000,
    OpenApiSearch1700000034000,
    ConditionalDocuments1700000037000,
    SearchedConditions1700000039000,
    StoredContent1700000040000,
    SearchedIntegrations1700000042000,
    ShortChunks1700000043000,
    Fonts1700000061000,
    RankedSearch1700000062100,
    ShownCandidates1700000075000,
  ],
  sealed: [sealedCredentials],
  references,
  commands: [reindex, purge],
  imports: [JobsModule.forRoot(), ContentConfigModule.forRoot(env), ...modules],
});

export const start = (env: NodeJS.ProcessEnv): Promise<RunningService> => startService(content(env), env);

export { contentSettings } from './content.config';

/** For tests that look behind the operations. */
export { Purge } from './lifecycle/spaces/purge';
export { SweepWorker } from './lifecycle/sweep/sweep.worker';
export { BranchSweep } from './drafts/branches/branch-sweep';
export { OpenApiSchedule } from './openapi/openapi-schedule';
