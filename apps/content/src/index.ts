import { readConfig } from '@bindery/config';
import { JobEntity, JobsModule, JobsTable1700000000500 } from '@bindery/jobs';
import { startService, type RunningService, type ServiceDefinition } from '@bindery/service';
import { AccessGrantEntity } from './access/access-grant.entity';
import { AccessGrantRepository } from './access/access-grant.repository';
import { AccessTargets } from './access/access-target';
import { CollectionAccessController } from './access/collection-access.controller';
import { FollowMembers } from './access/follow-members';
import { GrantAccess } from './access/grant-access';
import { InviteTargetsController } from './access/invite-targets.controller';
import { ListAccess } from './access/list-access';
import { SpaceAccessController } from './access/space-access.controller';
import { PdfController } from './pdf/pdf.controller';
import { PdfWorker } from './pdf/pdf.worker';
import { Spelling } from './search/spelling';
import { ApplyTemplate } from './templates/apply-template';
import { TemplatesController } from './templates/templates.controller';
import { UrlsController } from './urls/urls.controller';
import { BranchEntity } from './branches/branch.entity';
import { BranchRepository } from './branches/branch.repository';
import { BranchSweep } from './branches/branch-sweep';
import { BranchesController } from './branches/branches.controller';
import { BringTogether } from './branches/bring-together';
import { ChangeRequestContentController } from './branches/change-request-content.controller';
import { CommitDraft } from './branches/commit-draft';
import { DraftAccess } from './branches/draft-access';
import { WorkSpaceRepository } from './branches/work-space.repository';
import { WorkSpacesController } from './branches/work-spaces.controller';
import { ChangesController } from './changes/changes.controller';
import { SemanticChangeReader } from './changes/semantic-changes';
import { CollectionEntity } from './collections/collection.entity';
import { CollectionRepository } from './collections/collection.repository';
import { CollectionsController } from './collections/collections.controller';
import { MoveContent } from './collections/move-content';
import { TransferContent } from './collections/transfer-content';
import { TransferRepository } from './collections/transfer.repository';
import { TreeRepository } from './collections/tree.repository';
import { ComputedPages } from './computed/computed-pages';
import { CONTENT_CONFIG, contentSettings } from './content.config';
import { EditContent } from './edits/edit-content';
import { EditsController } from './edits/edits.controller';
import { LiveEditRules } from './edits/live-edit-rules';
import { PrepareChanges } from './edits/prepared-change';
import { ExportsController } from './exports/exports.controller';
import { ExportSpace } from './exports/export-space';
import { HiddenContentReader } from './readers/hidden-content';
import { Outlines } from './readers/outlines';
import { PageConditions } from './readers/page-conditions';
import { SitePageReader } from './readers/site-page-reader';
import { SitePagesController } from './readers/site-pages.controller';
import { GitExport } from './git/git-export';
import { GitImport } from './git/git-import';
import { GitSyncRepository } from './git/git-sync.repository';
import { GitSyncWorker } from './git/git-sync.worker';
import { GitController } from './git/git.controller';
import { SyncedSpace } from './git/synced-space';
import { ImportSpace } from './imports/import-space';
import { ImportWorker } from './imports/import.worker';
import { FileStore } from './files/file-store';
import { TransferSweep } from './files/transfer-sweep';
import { ReadingThreads } from './imports/reading/reading-threads';
import { SourceReader } from './imports/source-reader';
import { ImportsController } from './imports/imports.controller';
import { OpenSources } from './imports/open-source';
import { DraftLinks } from './links/draft-links';
import { LinkDifferences } from './links/link-difference';
import { LinkIndexRepository } from './links/link-index.repository';
import { LinkIndexer } from './links/link-indexer';
import { LinkJobs } from './links/link-jobs';
import { LinkLists } from './links/link-lists';
import { LinkRepository } from './links/link.repository';
import { LinkedContent } from './links/linked-content';
import { LinkedSpaceRepository } from './links/linked-space.repository';
import { LinksController } from './links/links.controller';
import { Content1700000002000 } from './migrations/1700000002000-content';
import { Search1700000003000 } from './migrations/1700000003000-search';
import { Collections1700000006000 } from './migrations/1700000006000-collections';
import { AccessLists1700000010000 } from './migrations/1700000010000-access-lists';
import { Paths1700000010300 } from './migrations/1700000010300-paths';
import { PendingAccess1700000010200 } from './migrations/1700000010200-pending-access';
import { Sweep1700000010100 } from './migrations/1700000010100-sweep';
import { Branches1700000011000 } from './migrations/1700000011000-branches';
import { GitSync1700000013100 } from './migrations/1700000013100-git-sync';
import { Links1700000013000 } from './migrations/1700000013000-links';
import { BelowCollections1700000015000 } from './migrations/1700000015000-below-collections';
import { OpenApi1700000020000 } from './migrations/1700000020000-openapi';
import { OpenApiAccess } from './openapi/openapi-access';
import { OpenApiPageRepository } from './openapi/openapi-page.repository';
import { OpenApiPages } from './openapi/openapi-pages';
import { OpenApiPageEntity } from './openapi/openapi-page.entity';
import { OpenApiSchedule } from './openapi/openapi-schedule';
import { OpenApiSpecEntity } from './openapi/openapi-spec.entity';
import { OpenApiSpecRepository } from './openapi/openapi-spec.repository';
import { OpenApiSpecsController } from './openapi/openapi-specs.controller';
import { OpenApiVersionEntity } from './openapi/openapi-version.entity';
import { OpenApiVersionRepository } from './openapi/openapi-version.repository';
import { OpenApiVersionsController } from './openapi/openapi-versions.controller';
import { OpenApiWorker } from './openapi/openapi.worker';
import { SearchWords1700000021000 } from './migrations/1700000021000-search-words';
import { DocumentEntity } from './pages/document.entity';
import { DocumentRepository } from './pages/document.repository';
import { CommitRevision } from './revisions/commit-revision';
import { ContentReader } from './revisions/content-reader';
import { DocumentReader } from './revisions/document-reader';
import { ContentController } from './revisions/content.controller';
import { RevisionEntity } from './revisions/revision.entity';
import { RevisionRepository } from './revisions/revision.repository';
import { RevisionsController } from './revisions/revisions.controller';
import { Lexicon } from './search/lexicon';
import { SearchController } from './search/search.controller';
import { SearchIndexRepository } from './search/search-index.repository';
import { SearchIndexer } from './search/search-indexer';
import { SearchJobs } from './search/search-jobs';
import { SearchRepository } from './search/search.repository';
import { CreateSpace } from './spaces/create-space';
import { EndOrganization } from './spaces/end-organization';
import { EndedOrganizationRepository } from './spaces/ended-organization.repository';
import { Purge } from './spaces/purge';
import { CLOCK } from './spaces/space-lifetime';
import { SiteSpacesController } from './spaces/site-spaces.controller';
import { LeaveCollection } from './spaces/leave-collection';
import { MemberSpacesController } from './spaces/member-spaces.controller';
import { SpaceCountRepository } from './spaces/space-count.repository';
import { SpaceCountsController } from './spaces/space-counts.controller';
import { SpaceEntity } from './spaces/space.entity';
import { SpaceRepository } from './spaces/space.repository';
import { SpacesController } from './spaces/spaces.controller';
import { PutTranslatedSpace } from './translations/put-translated-space';
import { TranslationsController } from './translations/translations.controller';
import { ChunkEntity } from './store/chunk.entity';
import { ChunkRepository } from './store/chunk.repository';
import { ReachedContent } from './sweep/reached-content';
import { SweepRepository } from './sweep/sweep.repository';
import { SweepWorker } from './sweep/sweep.worker';

/** WHAT: spaces, their revisions and branches, pages, files, search and imports. */
export const content = (env: NodeJS.ProcessEnv): ServiceDefinition => ({
  name: 'content',
  entities: [
    SpaceEntity,
    CollectionEntity,
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
  ],
  imports: [JobsModule.forRoot()],
  controllers: [
    SpacesController,
    CollectionsController,
    SpaceCountsController,
    SiteSpacesController,
    MemberSpacesController,
    SpaceAccessController,
    CollectionAccessController,
    InviteTargetsController,
    ContentController,
    RevisionsController,
    SitePagesController,
    ImportsController,
    ExportsController,
    SearchController,
    BranchesController,
    ChangeRequestContentController,
    EditsController,
    ChangesController,
    WorkSpacesController,
    LinksController,
    TemplatesController,
    GitController,
    UrlsController,
    PdfController,
    OpenApiSpecsController,
    OpenApiVersionsController,
    TranslationsController,
  ],
  providers: [
    { provide: CONTENT_CONFIG, useValue: readConfig(contentSettings, env) },
    { provide: CLOCK, useValue: () => new Date() },
    SpaceRepository,
    CollectionRepository,
    TreeRepository,
    MoveContent,
    LeaveCollection,
    TransferRepository,
    TransferContent,
    EndedOrganizationRepository,
    EndOrganization,
    Purge,
    FileStore,
    ReachedContent,
    SweepRepository,
    SweepWorker,
    SpaceCountRepository,
    AccessGrantRepository,
    AccessTargets,
    GrantAccess,
    ListAccess,
    FollowMembers,
    RevisionRepository,
    BranchRepository,
    BranchSweep,
    BringTogether,
    CommitDraft,
    DraftAccess,
    PrepareChanges,
    LiveEditRules,
    EditContent,
    SemanticChangeReader,
    WorkSpaceRepository,
    ChunkRepository,
    DocumentRepository,
    ContentReader,
    PageConditions,
    HiddenContentReader,
    Outlines,
    SitePageReader,
    DocumentReader,
    CreateSpace,
    CommitRevision,
    TransferSweep,
    OpenSources,
    ReadingThreads,
    SourceReader,
    ImportSpace,
    ImportWorker,
    ExportSpace,
    Lexicon,
    Spelling,
    SearchRepository,
    SearchIndexRepository,
    SearchIndexer,
    SearchJobs,
    LinkRepository,
    LinkIndexRepository,
    LinkDifferences,
    LinkIndexer,
    LinkLists,
    ApplyTemplate,
    DraftLinks,
    LinkJobs,
    LinkedSpaceRepository,
    LinkedContent,
    GitSyncRepository,
    SyncedSpace,
    GitImport,
    GitExport,
    GitSyncWorker,
    PdfWorker,
    OpenApiSpecRepository,
    OpenApiVersionRepository,
    OpenApiPageRepository,
    OpenApiPages,
    ComputedPages,
    OpenApiAccess,
    OpenApiWorker,
    OpenApiSchedule,
    PutTranslatedSpace,
  ],
});

export const start = (env: NodeJS.ProcessEnv): Promise<RunningService> => startService(content(env), env);

/** For tests that look behind the operations. */
export { Purge } from './spaces/purge';
export { SweepWorker } from './sweep/sweep.worker';
export { BranchSweep } from './branches/branch-sweep';
export { OpenApiSchedule } from './openapi/openapi-schedule';
