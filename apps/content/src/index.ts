import { readConfig } from '@bindery/config';
import { JobEntity, JobsModule, JobsTable1700000000500 } from '@bindery/jobs';
import { startService, type Feature, type RunningService, type ServiceDefinition } from '@bindery/service';
import { AccessGrantEntity } from './access/access-grant.entity';
import { access } from './access/access.feature';
import { BranchEntity } from './branches/branch.entity';
import { branches } from './branches/branches.feature';
import { ChangesController } from './changes/changes.controller';
import { SemanticChangeReader } from './changes/semantic-changes';
import { CollectionEntity } from './collections/collection.entity';
import { collections } from './collections/collections.feature';
import { computed } from './computed/computed.feature';
import { CONTENT_CONFIG, contentSettings } from './content.config';
import { edits } from './edits/edits.feature';
import { ExportSpace } from './exports/export-space';
import { ExportsController } from './exports/exports.controller';
import { FileStore } from './files/file-store';
import { TransferSweep } from './files/transfer-sweep';
import { sealedCredentials } from './git/git-credentials';
import { git } from './git/git.feature';
import { imports } from './imports/imports.feature';
import { links } from './links/links.feature';
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
import { OpenApiPageEntity } from './openapi/openapi-page.entity';
import { OpenApiSpecEntity } from './openapi/openapi-spec.entity';
import { OpenApiVersionEntity } from './openapi/openapi-version.entity';
import { openapi } from './openapi/openapi.feature';
import { purge, reindex } from './operate/commands';
import { DocumentEntity } from './pages/document.entity';
import { DocumentRepository } from './pages/document.repository';
import { PdfController } from './pdf/pdf.controller';
import { PdfWorker } from './pdf/pdf.worker';
import { readers } from './readers/readers.feature';
import { references } from './references';
import { RevisionEntity } from './revisions/revision.entity';
import { revisions } from './revisions/revisions.feature';
import { search } from './search/search.feature';
import { SpaceEntity } from './spaces/space.entity';
import { spaces } from './spaces/spaces.feature';
import { ChunkEntity } from './store/chunk.entity';
import { ChunkRepository } from './store/chunk.repository';
import { ReachedContent } from './sweep/reached-content';
import { SweepRepository } from './sweep/sweep.repository';
import { SweepWorker } from './sweep/sweep.worker';
import { ApplyTemplate } from './templates/apply-template';
import { TemplatesController } from './templates/templates.controller';
import { PutTranslatedSpace } from './translations/put-translated-space';
import { TranslationsController } from './translations/translations.controller';
import { UrlsController } from './urls/urls.controller';

/** Features with more than a class or two; the small ones stand below. */
const features: Feature[] = [
  computed,
  spaces,
  collections,
  access,
  revisions,
  readers,
  imports,
  search,
  branches,
  edits,
  links,
  git,
  openapi,
];

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
    GitProposal1700000030000,
    OpenApiSearch1700000034000,
    ConditionalDocuments1700000037000,
    SearchedConditions1700000039000,
    StoredContent1700000040000,
    SearchedIntegrations1700000042000,
    ShortChunks1700000043000,
  ],
  sealed: [sealedCredentials],
  references,
  commands: [reindex, purge],
  imports: [JobsModule.forRoot()],
  controllers: [
    ExportsController,
    ChangesController,
    TemplatesController,
    UrlsController,
    PdfController,
    TranslationsController,
    ...features.flatMap(({ controllers }) => controllers),
  ],
  providers: [
    { provide: CONTENT_CONFIG, useValue: readConfig(contentSettings, env) },
    FileStore,
    ReachedContent,
    SweepRepository,
    SweepWorker,
    SemanticChangeReader,
    ChunkRepository,
    DocumentRepository,
    TransferSweep,
    ExportSpace,
    ApplyTemplate,
    PdfWorker,
    PutTranslatedSpace,
    ...features.flatMap(({ providers }) => providers),
  ],
});

export const start = (env: NodeJS.ProcessEnv): Promise<RunningService> => startService(content(env), env);

/** For tests that look behind the operations. */
export { Purge } from './spaces/purge';
export { SweepWorker } from './sweep/sweep.worker';
export { BranchSweep } from './branches/branch-sweep';
export { OpenApiSchedule } from './openapi/openapi-schedule';
